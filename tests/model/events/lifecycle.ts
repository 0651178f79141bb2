import { lifecycleMachine } from "../../../machines/lifecycle.ts"
import { casesFor } from "../../../packages/paths/src/cases.ts"

export const cases = casesFor(lifecycleMachine, {
  events: [
    { type: "lifecycle.open" },
    { type: "lifecycle.siteAsked" },
    { type: "lifecycle.sessionBegan", by: "login" },
    { type: "lifecycle.sessionBegan", by: "registration" },
    { type: "lifecycle.sessionBegan", by: null },
    { type: "lifecycle.pageShown" },
  ],
})
