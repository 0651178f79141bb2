/** Operations in doubt that were resolved, in order, until the member is notified. */
import type { OperationResolved } from "../../events/operation.ts"

/** More are not resolved before the member is notified: the newest count. */
const LIMIT = 8

export interface ResolvedOperations {
  readonly push: (found: OperationResolved) => void
  /** Returns and forgets the operations not shown yet. */
  readonly take: () => readonly OperationResolved[]
  readonly subscribe: (listener: () => void) => () => void
  /** They belong to one member. */
  readonly clear: () => void
}

export const createResolvedOperations = (): ResolvedOperations => {
  const listeners = new Set<() => void>()
  let pending: readonly OperationResolved[] = []
  return {
    push: (found) => {
      pending = [...pending, found].slice(-LIMIT)
      for (const listener of [...listeners]) listener()
    },
    take: () => {
      const taken = pending
      pending = []
      return taken
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    clear: () => {
      pending = []
    },
  }
}
