import type { IncomingMessage, ServerResponse } from "node:http"

/** How fast a body is sent at least. Its sender is refused after a window with fewer bytes. */
export const SENDING_LIMITS = { windowMs: 10_000, bytesPerWindow: 40_000, windows: 6 } as const

/**
 * Calls `onSlow` once if the rest of the body comes too slowly, or takes longer than all windows. The
 * returned function ends the watch.
 */
export const watchSender = ({ socket }: IncomingMessage, onSlow: () => void): (() => void) => {
  let received = socket.bytesRead
  let windows = 0
  const watch = setInterval(() => {
    windows += 1
    const bytes = socket.bytesRead - received
    received += bytes
    if (bytes >= SENDING_LIMITS.bytesPerWindow && windows < SENDING_LIMITS.windows) return
    clearInterval(watch)
    onSlow()
  }, SENDING_LIMITS.windowMs)
  return () => clearInterval(watch)
}

/** A reader that takes nothing of a file for this time is cut. A paused video asks again by range. */
export const READER_STALLED_MS = 60_000

/**
 * Cuts the connection of a reader that stops taking this answer. Without it such a connection is
 * held for good: the time limits of HTTP servers end with the request.
 */
export const cutStalledReader = (response: ServerResponse, stalledMs = READER_STALLED_MS): void => {
  // without a listener for "timeout" it ends the connection; bytes taken within a write count
  response.setTimeout(stalledMs)
}
