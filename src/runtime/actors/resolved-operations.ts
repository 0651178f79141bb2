/** Operations in doubt that were resolved, in order, until the member is notified. */

import { createListeners } from "../../domain/listeners.ts"
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
  const listeners = createListeners()
  let pending: readonly OperationResolved[] = []
  return {
    push: (found) => {
      pending = [...pending, found].slice(-LIMIT)
      listeners.notify()
    },
    take: () => {
      const operations = pending
      pending = []
      return operations
    },
    subscribe: listeners.subscribe,
    clear: () => {
      pending = []
    },
  }
}
