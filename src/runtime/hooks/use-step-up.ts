/** The confirmation that is open, for its sheet. */
import { isStepUpBusy, isStepUpShown, type StepUpSnapshot } from "../../../machines/step-up.ts"
import type { ProofKind } from "../../domain/confirmation.ts"
import { isSame } from "../../domain/operation.ts"
import { useOverlay } from "./page-context.tsx"
import { useActor, useActorState, useRuntime } from "./runtime-context.tsx"

const connect = (snapshot: StepUpSnapshot) => ({
  isShown: isStepUpShown(snapshot),
  busy: isStepUpBusy(snapshot),
  handle: snapshot.context.subject,
  proofs: snapshot.context.proofs,
  failure: snapshot.context.failure,
})

export const useStepUp = () => {
  const { now, secrets } = useRuntime()
  const { actor, subjectOf } = useActor("stepUp")
  const { handle, ...shown } = useActorState(actor, connect, isSame)
  const cancel = () => actor.send({ type: "stepUp.cancel", at: now() })
  useOverlay(shown.isShown, cancel)
  return {
    ...shown,
    asked: subjectOf(handle),
    /** The proof is stored under a handle and never part of an event. */
    prove: (kind: ProofKind, proof: string) =>
      actor.send({ type: "stepUp.prove", kind, secret: secrets.keep(proof), at: now() }),
    retry: () => actor.send({ type: "stepUp.retry", at: now() }),
    cancel,
  }
}
