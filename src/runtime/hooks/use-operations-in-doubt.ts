/** The operations in the outbox whose outcome is in doubt. */
import { useMemo } from "react"
import { type OperationInDoubt, operationInDoubt } from "../../../machines/operation.ts"
import { isSame } from "../../domain/operation.ts"
import type { OperationHandle } from "../outbox.ts"
import { type SnapshotSource, useActor, useActorState } from "./runtime-context.tsx"

const inDoubt = (operations: readonly OperationHandle[]): readonly OperationInDoubt[] =>
  operations
    .flatMap((operation) => operationInDoubt(operation.getSnapshot()) ?? [])
    .toSorted((one, other) => one.beganAtMs - other.beganAtMs)

/** The oldest first. Suspends until the member's actors are ready. */
export const useOperationsInDoubt = (): readonly OperationInDoubt[] => {
  const outbox = useActor("outbox")
  const source = useMemo(
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
  return useActorState(source, inDoubt, isSame)
}
