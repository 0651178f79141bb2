/** The early close of one contract, for its pages. */
import { useCallback } from "react"
import { type CloseSnapshot, closePhase } from "../../../machines/close.ts"
import { isSame } from "../../domain/operation.ts"
import { usePage } from "./page-context.tsx"
import { useActor, useActorState, useRuntime } from "./runtime-context.tsx"
import { useOperationsInDoubt } from "./use-operations-in-doubt.ts"
import { useProblemText } from "./use-problem.ts"

/**
 * Closes contract `orderId` early. `isElsewhere` is true while another contract's close is sent, and
 * while an earlier close of this one is in doubt.
 */
export const useCloseOrder = (orderId: string) => {
  const { now, createKey } = useRuntime()
  const { id: pageId } = usePage()
  const handle = useActor("close")
  const textOf = useProblemText()
  const select = useCallback(
    (snapshot: CloseSnapshot) => {
      const isOwn = snapshot.context.orderId === orderId
      return {
        phase: isOwn ? closePhase(snapshot) : ("closed" as const),
        isElsewhere: !isOwn && snapshot.hasTag("busy"),
        failure: isOwn ? snapshot.context.failure : null,
      }
    },
    [orderId],
  )
  const view = useActorState(handle, select, isSame)
  const isInDoubt = useOperationsInDoubt().some(({ contractId }) => contractId === orderId)
  return {
    ...view,
    isElsewhere: view.isElsewhere || isInDoubt,
    error: textOf(view.failure),
    /** Asks the member to confirm. */
    open: () =>
      handle.send({
        type: "close.open",
        visit: `${pageId} ${createKey()}`,
        orderId,
        startsAnother: true,
        at: now(),
      }),
    confirm: () => handle.send({ type: "close.confirm", key: createKey(), at: now() }),
    back: () => handle.send({ type: "close.back", at: now() }),
    /** Leaves an operation in doubt to the outbox. */
    defer: () => handle.send({ type: "close.defer", at: now() }),
  }
}
