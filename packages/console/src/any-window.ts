/** Elements of any window: `instanceof` knows only those of its own, and the console moves. */

/** True for the elements of HTML and SVG. */
export const isElement = (target: EventTarget | null): target is HTMLElement =>
  target !== null && "focus" in target && "closest" in target

/** The element with the focus, in the window that shows `within`. */
export const focusedBeside = (within: Node): Element | null => within.ownerDocument?.activeElement ?? null
