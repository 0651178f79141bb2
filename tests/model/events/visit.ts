import { visitMachine } from "../../../machines/visit.ts"
import { casesFor } from "../../../packages/paths/src/cases.ts"

const compared = (isOpen: boolean, isChanged: boolean, isFollowing: boolean, isSending = false) =>
  ({ type: "visit.compared", isOpen, isSending, isChanged, isFollowing, at: 1 }) as const

/** What a page can find, in the tab that leads and in one that follows. */
export const cases = casesFor(visitMachine, {
  events: [
    compared(false, true, false),
    compared(false, true, true, true),
    compared(true, false, false),
    compared(true, true, false),
    compared(true, true, true),
  ],
})
