/** Outcomes that were found out while nobody may have been looking: kept, in order, until someone tells the member. */
import type { OperationResolved } from "../events/money.ts"

/** More than one per kind of operation is never in doubt at a time. */
const LIMIT = 8

export interface ResolvedOperations {
  readonly push: (found: OperationResolved) => void
  /** Gives what has not been told yet, and forgets it. */
  readonly take: () => readonly OperationResolved[]
  readonly subscribe: (listener: () => void) => () => void
  /** Forgets everything: what became of one member's money is not another's to hear. */
  readonly clear: () => void
}

export const createResolvedOperations = (): ResolvedOperations => {
  const listeners = new Set<() => void>()
  let untold: readonly OperationResolved[] = []
  return {
    push: (found) => {
      untold = [...untold, found].slice(-LIMIT)
      for (const listener of [...listeners]) listener()
    },
    take: () => {
      const taken = untold
      untold = []
      return taken
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    clear: () => {
      untold = []
    },
  }
}

export const resolvedOperations = createResolvedOperations()
