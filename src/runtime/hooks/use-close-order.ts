/** The early close of one contract, as its screens need it. */
import type { CloseSnapshot } from "../../../machines/close.ts"
import { type OutcomePhase, outcomePhase } from "./outcome-phase.ts"
import { usePage } from "./page-context.tsx"
import { useActor, useActorState, useSystem } from "./runtime-context.tsx"
import { useProblemText } from "./use-problem-text.ts"

const phaseOf = (snapshot: CloseSnapshot): "closed" | "confirming" | "refused" | OutcomePhase =>
  outcomePhase(snapshot) ??
  (snapshot.matches("confirming") ? "confirming" : snapshot.matches("refused") ? "refused" : "closed")

/** Closes contract `orderId` early. While another contract's close is in doubt, `isElsewhere` is true and this one has to wait. */
export const useCloseOrder = (orderId: string) => {
  const { now, mint } = useSystem()
  const { id: pageId } = usePage()
  const seat = useActor("close")
  const snapshot = useActorState(seat, (each) => each)
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
    open: () => seat.send({ type: "close.open", visit: `${pageId} ${mint()}`, orderId, at: now() }),
    confirm: () => seat.send({ type: "close.confirm", key: mint(), at: now() }),
    back: () => seat.send({ type: "close.back", at: now() }),
  }
}
