/** Counts periods while there are listeners; without listeners no timer runs. */
export interface Ticker {
  readonly getCount: () => number
  readonly subscribe: (listener: () => void) => () => void
}

export const createTicker = (periodMs: number): Ticker => {
  const listeners = new Set<() => void>()
  let timer: ReturnType<typeof setInterval> | undefined
  let count = 0
  return {
    getCount: () => count,
    subscribe: (listener) => {
      listeners.add(listener)
      timer ??= setInterval(() => {
        count += 1
        for (const each of [...listeners]) each()
      }, periodMs)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
  }
}
