/** The early close of one contract, as its screens need it. */
import type { CloseSnapshot } from "../../../machines/close.ts"
import { type OutcomePhase, outcomePhase } from "./outcome-phase.ts"
import { usePage } from "./page-context.tsx"
import { useActor, useActorState, useRuntime } from "./runtime-context.tsx"
import { useProblemText } from "./use-problem-text.ts"

const phaseOf = (snapshot: CloseSnapshot): "closed" | "confirming" | "refused" | OutcomePhase =>
  outcomePhase(snapshot) ??
  (snapshot.matches("confirming") ? "confirming" : snapshot.matches("refused") ? "refused" : "closed")

/** Closes contract `orderId` early. While another contract's close is in doubt, `isElsewhere` is true and this one has to wait. */
export const useCloseOrder = (orderId: string) => {
  const { now, createKey } = useRuntime()
  const { id: pageId } = usePage()
  const handle = useActor("close")
  const snapshot = useActorState(handle, (each) => each)
  const textOf = useProblemText()
  const { context } = snapshot
  const isOwn = context.orderId === orderId
  const phase = phaseOf(snapshot)
  return {
    phase: isOwn ? phase : ("closed" as const),
    isElsewhere: !isOwn && (phase === "sending" || phase === "checking"),
    failure: isOwn ? context.failure : null,
    error: isOwn ? textOf(context.failure) : undefined,
    /** Asks the member. */
    open: () => handle.send({ type: "close.open", visit: `${pageId} ${createKey()}`, orderId, at: now() }),
    confirm: () => handle.send({ type: "close.confirm", key: createKey(), at: now() }),
    back: () => handle.send({ type: "close.back", at: now() }),
  }
}
