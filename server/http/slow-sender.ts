import type { IncomingMessage } from "node:http"

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
