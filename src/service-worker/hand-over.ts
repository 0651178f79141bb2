/**
 * Hands the page of a tapped notification to an open app. The app may be loading still, or be about
 * to be replaced by a reload: it is posted to the window of the moment until a window has taken it
 * and lasts.
 */

import type { OpenRecord } from "../domain/worker-messages.ts"

export interface AppWindow {
  /** Of its document: a reload gives another. */
  readonly id: string
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
  /** A document that is gone this long after it took the page, in ms, took it with it. */
  readonly lastingMs: number
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

/**
 * Resolves when a window that lasts has taken the page. Without a window, or an answer, a new window
 * opens it; one that was closed after its answer stays closed.
 */
export const handOver = async (
  url: string,
  { windows, openWindow, answerMs, attempts, lastingMs }: HandOverOptions,
): Promise<void> => {
  const message: OpenRecord = { open: url, tap: crypto.randomUUID() }
  let wasTaken = false
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const [window] = await windows()
    if (window === undefined) break
    if (attempt === 0) await window.focus().catch(() => {})
    if (!(await isTaken(window, message, answerMs))) continue
    wasTaken = true
    await new Promise((resolve) => setTimeout(resolve, lastingMs))
    if ((await windows()).some(({ id }) => id === window.id)) return
  }
  if (!wasTaken) await openWindow(url)
}
