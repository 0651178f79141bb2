/** The early close of one contract, or a change of its levels, for its pages. */

import { useCallback } from "react"
import { type CloseSnapshot, closePhase } from "../../../machines/close.ts"
import type { LevelChange } from "../../domain/changed-levels.ts"
import { failureIn, isSame } from "../../domain/operation.ts"
import type { CloseLimit } from "../../events/operation.ts"
import { usePage } from "./page-context.tsx"
import { useActor, useActorState, useRuntime } from "./runtime-context.tsx"
import { useOperationsInDoubt, useTicketOperation } from "./use-operations-in-doubt.ts"
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
  const operation = useTicketOperation(handle)
  const connect = useCallback(
    (snapshot: CloseSnapshot) => {
      const isOwn = snapshot.context.orderId === orderId
      const isSending = operation?.hasTag("busy") ?? false
      const failure = failureIn(snapshot.context) ?? operation?.context.failure ?? null
      return {
        phase: isOwn ? closePhase(snapshot, isSending) : ("closed" as const),
        change: (isOwn ? snapshot.context.change : null) ?? null,
        isElsewhere: !isOwn && isSending,
        failure: isOwn ? failure : null,
      }
    },
    [orderId, operation],
  )
  const view = useActorState(handle, connect, isSame)
  const isInDoubt = useOperationsInDoubt().some(({ contractId }) => contractId === orderId)
  return {
    ...view,
    isElsewhere: view.isElsewhere || isInDoubt,
    error: textOf(view.failure),
    /** Asks the member to confirm the close, or the new levels. */
    open: (change?: LevelChange) =>
      handle.send({
        type: "close.open",
        visit: `${pageId} ${createKey()}`,
        orderId,
        ...(change && { change }),
        startsAnother: true,
        at: now(),
      }),
    confirm: (limit?: typeof CloseLimit.Type) =>
      handle.send({ type: "close.confirm", key: createKey(), ...(limit && { limit }), at: now() }),
    /** Closes the sheet, but not while the close is sent. An operation in doubt goes on in the outbox. */
    back: () => {
      if (view.phase !== "sending") handle.send({ type: "close.back", at: now() })
    },
  }
}
