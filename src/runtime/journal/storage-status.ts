/** Why events cannot be stored on this device, for the screens. Null while they can be. */
import type { StorageProblem } from "@financial-links/journal"

export interface StorageStatus {
  readonly problem: () => StorageProblem | null
  readonly subscribe: (listener: () => void) => () => void
  readonly set: (problem: StorageProblem | null) => void
}

export const createStorageStatus = (): StorageStatus => {
  const listeners = new Set<() => void>()
  let problem: StorageProblem | null = null
  return {
    problem: () => problem,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    set: (next) => {
      problem = next
      for (const listener of [...listeners]) listener()
    },
  }
}
