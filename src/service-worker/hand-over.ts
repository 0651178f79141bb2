/**
 * Hands the page of a tapped notification to an open app. The app may be loading still, or be about
 * to be replaced by a reload: it is posted to the window of the moment until a window answers.
 */

import type { OpenRecord } from "../domain/worker-messages.ts"

/** A window of the app. */
export interface AppWindow {
  focus(): Promise<unknown>
  postMessage(message: unknown, transfer?: Transferable[]): void
}

export interface HandOverOptions {
  /** The open windows, the one used last first. */
  readonly windows: () => Promise<readonly AppWindow[]>
  readonly openWindow: (url: string) => Promise<unknown>
  /** How long one window is waited for, in ms. */
  readonly answerMs: number
  /** How often the page is posted. */
  readonly attempts: number
}

const isTaken = (window: AppWindow, message: OpenRecord, answerMs: number): Promise<boolean> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const end = (taken: boolean) => {
      port1.close()
      resolve(taken)
    }
    const timer = setTimeout(() => end(false), answerMs)
    port1.onmessage = () => {
      clearTimeout(timer)
      end(true)
    }
    window.postMessage(message, [port2])
  })

/** Resolves when a window has taken the page. Without a window, or an answer, a new window opens it. */
export const handOver = async (
  url: string,
  { windows, openWindow, answerMs, attempts }: HandOverOptions,
): Promise<void> => {
  const message: OpenRecord = { open: url, tap: crypto.randomUUID() }
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const [window] = await windows()
    if (window === undefined) break
    if (attempt === 0) await window.focus().catch(() => {})
    if (await isTaken(window, message, answerMs)) return
  }
  await openWindow(url)
}
