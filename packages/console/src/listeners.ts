/** Functions that are called when something happens. */
export interface Listeners<Args extends readonly unknown[] = []> {
  /** Returns the function that removes the listener. */
  readonly subscribe: (listener: (...args: Args) => void) => () => void
  readonly notify: (...args: Args) => void
  readonly isEmpty: () => boolean
}

export const createListeners = <Args extends readonly unknown[] = []>(): Listeners<Args> => {
  const listeners = new Set<(...args: Args) => void>()
  return {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    // a copy: a listener may add or remove others
    notify: (...args) => {
      for (const listener of [...listeners]) listener(...args)
    },
    isEmpty: () => listeners.size === 0,
  }
}
