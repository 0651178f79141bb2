import type { MouseEvent } from "react"

/** False for clicks with a modifier or another button, which open a link elsewhere. */
export const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
