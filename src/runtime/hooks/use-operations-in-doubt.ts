/** The operations in the outbox: those whose outcome is in doubt, and that of a ticket. */
import { useMemo } from "react"
import {
  type OperationInDoubt,
  type OperationSnapshot,
  operationInDoubt,
} from "../../../machines/operation.ts"
import { isSame } from "../../domain/operation.ts"
import type { OperationHandle, Outbox } from "../actors/outbox.ts"
import { type SnapshotSource, useActor, useActorState } from "./runtime-context.tsx"

interface Ticket {
  readonly context: { readonly key: string | null }
}

const inDoubt = (operations: readonly OperationHandle[]): readonly OperationInDoubt[] =>
  operations
    .flatMap((operation) => operationInDoubt(operation.getSnapshot()) ?? [])
    .toSorted((one, other) => one.beganAtMs - other.beganAtMs)

const useOutboxSource = (outbox: Outbox) =>
  useMemo(
    (): SnapshotSource<readonly OperationHandle[]> => ({
      getSnapshot: outbox.operations,
      subscribe: (listener) => {
        const notify = () =>
          typeof listener === "function"
            ? listener(outbox.operations())
            : listener.next?.(outbox.operations())
        return { unsubscribe: outbox.subscribe(notify) }
      },
    }),
    [outbox],
  )

/** The oldest first. Suspends until the member's actors are ready. */
export const useOperationsInDoubt = (): readonly OperationInDoubt[] =>
  useActorState(useOutboxSource(useActor("outbox")), inDoubt, isSame)

/** The operation that a ticket has put into the outbox; null once it has left. */
export const useTicketOperation = (ticket: SnapshotSource<Ticket>): OperationSnapshot | null => {
  const outbox = useActor("outbox")
  const key = useActorState(ticket, ({ context }) => context.key)
  return useActorState(useOutboxSource(outbox), () => outbox.operation(key))
}
