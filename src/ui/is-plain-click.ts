import type { MouseEvent } from "react"

/** False for clicks that open a link in another tab or window; the browser handles those. */
export const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
