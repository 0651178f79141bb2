import { casesFor } from "@financial-links/paths"
import { stepUpMachine } from "../../../machines/step-up.ts"
import type { StepUpEvent } from "../../../src/events/step-up.ts"

const at = 1
const failure = { reason: "no-answer.network" }

export const cases = casesFor(stepUpMachine, {
  events: ({ value, context }): readonly StepUpEvent[] => [
    { type: "stepUp.ask", subject: context.subject === "first" ? "second" : "first", at },
    { type: "stepUp.retry", at },
    { type: "stepUp.prove", kind: "code", secret: "a handle", at },
    { type: "stepUp.cancel", at },
    { type: "stepUp.challenged", id: "c1", proofs: ["code"], at },
    { type: "stepUp.challenged", id: "c1", proofs: [], at },
    { type: "stepUp.unchallenged", failure, at },
    ...(value === "proving" ? [{ type: "stepUp.proved" as const, id: context.id, at }] : []),
    { type: "stepUp.refused", failure, at },
  ],
})
