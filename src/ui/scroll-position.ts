/** The position of a scroller along one axis, in CSS pixels. */
export interface ScrollPosition {
  readonly scrolledPx: number
  /** The visible length. */
  readonly viewPx: number
  readonly contentPx: number
}

/** The vertical position of a scroller. */
export const verticalPosition = (scroller: Element): ScrollPosition => ({
  scrolledPx: scroller.scrollTop,
  viewPx: scroller.clientHeight,
  contentPx: scroller.scrollHeight,
})

/** The distance that is left to the end. */
export const remainingPx = ({ scrolledPx, viewPx, contentPx }: ScrollPosition): number =>
  contentPx - viewPx - scrolledPx
