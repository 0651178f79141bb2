/** Sends a navigation call to the machine and waits for its answer. */
import type { NavigationAnswered, NavigationEmitted, NavigationEvent } from "../events/navigation.ts"

/** The navigation machine, wherever it sits. */
export interface NavigationPort {
  readonly send: (event: NavigationEvent) => void
  /** Hears what the machine emits. */
  readonly onEmit: (listener: (emitted: NavigationEmitted) => void) => { unsubscribe(): void }
  /** A new key each time. */
  readonly createKey: () => string
  readonly now: () => number
}

type Called = "navigateTo" | "redirectTo" | "reLaunch" | "switchTab" | "tapTab"

/** Every call resolves with its answer and never rejects. */
export const navigationAnswers = ({ send, onEmit, createKey, now }: NavigationPort) => {
  const ask = (event: (key: string, at: number) => NavigationEvent): Promise<NavigationAnswered> =>
    new Promise((resolve) => {
      const key = createKey()
      const subscription = onEmit((emitted) => {
        if (emitted.type !== "navigation.answered" || emitted.key !== key) return
        subscription.unsubscribe()
        resolve(emitted)
      })
      send(event(key, now()))
    })
  return {
    go: (called: Called, url: string | null) =>
      ask((key, at) => ({ type: `navigation.${called}`, url, key, at })),
    back: (delta?: number | string) =>
      ask((key, at) => ({ type: "navigation.navigateBack", key, at, ...(delta !== undefined && { delta }) })),
  }
}
