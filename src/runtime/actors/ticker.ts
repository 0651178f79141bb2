import { createListeners } from "../../domain/listeners.ts"

/** Counts periods while there are listeners; without listeners no timer runs. */
export interface Ticker {
  readonly getCount: () => number
  readonly subscribe: (listener: () => void) => () => void
}

export const createTicker = (periodMs: number): Ticker => {
  const listeners = createListeners()
  let timer: ReturnType<typeof setInterval> | undefined
  let count = 0
  return {
    getCount: () => count,
    subscribe: (listener) => {
      const leave = listeners.subscribe(listener)
      timer ??= setInterval(() => {
        count += 1
        listeners.notify()
      }, periodMs)
      return () => {
        leave()
        if (!listeners.isEmpty()) return
        clearInterval(timer)
        timer = undefined
      }
    },
  }
}
