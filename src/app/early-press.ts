/**
 * A press in the document before the app runs. The document notes it, and the app sends it to the
 * navigation machine once.
 */
export interface EarlyPress {
  /** The URL that it opens. */
  readonly url: string
  /** The document shows the frame of this tab page already, under its URL. */
  readonly isTab: boolean
}

declare global {
  interface Window {
    /** The last press that the app has not taken. */
    earlyPress?: EarlyPress | undefined
  }
}

export const EARLY_PRESS = "early-press"

export const noteEarlyPress = (press: EarlyPress): void => {
  window.earlyPress = press
  dispatchEvent(new Event(EARLY_PRESS))
}

/** Calls back with the last press and with each that follows; returns what stops it. */
export const takeEarlyPresses = (send: (press: EarlyPress) => void): (() => void) => {
  const take = () => {
    const { earlyPress } = window
    window.earlyPress = undefined
    if (earlyPress) send(earlyPress)
  }
  addEventListener(EARLY_PRESS, take)
  take()
  return () => removeEventListener(EARLY_PRESS, take)
}
