/** The confirmation that is open, for its sheet. */
import { isStepUpBusy, isStepUpShown, type StepUpSnapshot } from "../../../machines/step-up.ts"
import type { ProofKind } from "../../domain/confirmation.ts"
import { isSame } from "../../domain/operation.ts"
import { useOverlay } from "./page-context.tsx"
import { useActor, useActorState, useRuntime } from "./runtime-context.tsx"
import { passkeyProblem } from "./use-passkey-login.ts"
import { useConfig } from "./use-preferences.ts"

const connect = (snapshot: StepUpSnapshot) => ({
  isShown: isStepUpShown(snapshot),
  busy: isStepUpBusy(snapshot),
  handle: snapshot.context.subject,
  id: snapshot.context.id,
  proofs: snapshot.context.proofs,
  failure: snapshot.context.failure,
})

export const useStepUp = () => {
  const { now, secrets } = useRuntime()
  const { actor, subjectOf } = useActor("stepUp")
  const { handle, id, ...shown } = useActorState(actor, connect, isSame)
  const config = useConfig()
  const cancel = () => actor.send({ type: "stepUp.cancel", at: now() })
  useOverlay(shown.isShown, cancel)
  const prove = (kind: ProofKind, proof: string) =>
    actor.send({ type: "stepUp.prove", kind, secret: secrets.keep(proof), at: now() })
  return {
    ...shown,
    asked: subjectOf(handle),
    /** The proof is stored under a handle and never part of an event. */
    prove,
    /** Has a passkey sign the challenge; null where there is none. What the member cancels is no error. */
    proveByPasskey:
      shown.proofs.includes("passkey") && passkeyProblem() === null
        ? async () => {
            const { signConfirmation } = await import("../api/passkey-ceremony.ts")
            const rpId = URL.parse(config?.domain ?? "")?.hostname ?? location.hostname
            const assertion = await signConfirmation({ challenge: id, rpId })
            if (assertion !== null) prove("passkey", assertion)
          }
        : null,
    retry: () => actor.send({ type: "stepUp.retry", at: now() }),
    cancel,
  }
}
