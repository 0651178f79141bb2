/** Why events cannot be stored on this device, for the screens. Null while they can be. */
import type { StorageProblem } from "@financial-links/journal"
import { createListeners } from "../../domain/listeners.ts"

export interface StorageStatus {
  readonly problem: () => StorageProblem | null
  readonly subscribe: (listener: () => void) => () => void
  readonly set: (problem: StorageProblem | null) => void
}

export const createStorageStatus = (): StorageStatus => {
  const listeners = createListeners()
  let problem: StorageProblem | null = null
  return {
    problem: () => problem,
    subscribe: listeners.subscribe,
    set: (next) => {
      problem = next
      listeners.notify()
    },
  }
}
