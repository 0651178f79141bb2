import type { ServerResponse } from "node:http"

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
