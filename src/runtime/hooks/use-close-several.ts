/** The early close of several contracts at once: each is an operation of its own. */
import { useEffect, useState } from "react"
import { operationOutcome } from "../../../machines/operation.ts"
import type { Failure } from "../../domain/failure.ts"
import { isSame, type OperationProgress } from "../../domain/operation.ts"
import type { CloseLimit } from "../../events/operation.ts"
import type { Outbox } from "../actors/outbox.ts"
import { usePage } from "./page-context.tsx"
import { useActor, useRuntime } from "./runtime-context.tsx"

/** How far the close of one contract is. */
export interface Closing {
  readonly orderId: string
  readonly key: string
  readonly progress: OperationProgress
  readonly failure: Failure | null
}

export interface WantedClose {
  readonly orderId: string
  readonly limit?: typeof CloseLimit.Type | undefined
}

/** What the outbox says of a close. One that has left it keeps its outcome. */
const followed = (closing: Closing, outbox: Pick<Outbox, "operation">): Closing => {
  const operation = outbox.operation(closing.key)
  if (operation === null) return closing
  const outcome = operationOutcome(operation)
  const progress = outcome?.type ?? (operation.hasTag("busy") ? "sending" : "checking")
  return { ...closing, progress, failure: outcome && "failure" in outcome ? outcome.failure : null }
}

export const useCloseSeveral = () => {
  const { now, createKey } = useRuntime()
  const { id: pageId } = usePage()
  const ticket = useActor("close")
  const outbox = useActor("outbox")
  const [closings, setClosings] = useState<readonly Closing[]>([])
  useEffect(
    () =>
      outbox.subscribe(() =>
        setClosings((before) => {
          const after = before.map((closing) => followed(closing, outbox))
          return isSame(before, after) ? before : after
        }),
      ),
    [outbox],
  )
  /** Puts one close into the outbox, and leaves the ticket to the next: it shows none of them. */
  const begin = ({ orderId, limit }: WantedClose): Closing => {
    const key = createKey()
    const at = now()
    ticket.send({ type: "close.open", visit: `${pageId} ${key}`, orderId, startsAnother: true, at })
    ticket.send({ type: "close.confirm", key, ...(limit && { limit }), at })
    const { context } = ticket.getSnapshot()
    const outcome = context.key === key ? context.outcome : null
    ticket.send({ type: "close.back", at })
    const failure = outcome && "failure" in outcome ? outcome.failure : null
    return followed({ orderId, key, progress: outcome?.type ?? "sending", failure }, outbox)
  }
  return {
    closings,
    confirm: (wanted: readonly WantedClose[]) => setClosings(wanted.map(begin)),
    /** Forgets what is shown; what is in doubt goes on in the outbox. */
    forget: () => setClosings([]),
  }
}
