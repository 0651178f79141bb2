/**
 * Lengths of the design, which is drawn 750 units wide. On a device up to 960 px wide the 750 units are its width, so that 2 units are 1 px on the base device of
 * 375 px. A wider one is taken for the base device: nothing blows up on a desktop. The one length that is the whole width, 750, stays it everywhere.
 *
 * The style sheets have the same rule as `--rpx` and `--design-rem` (src/styles/tokens.css), which follow the window by themselves; only spaces use them. Text is
 * in `rem` and keeps the size that the member has chosen in the browser.
 */
import { BASE_DEVICE_WIDTH_PX, DESIGN_WIDTH, MAX_DEVICE_WIDTH_PX } from "./limits.ts"

/** The root size of the design: so many of them are the width. 32 units each, 16 px on the base device. */
const ROOTS_IN_WIDTH = 23.4375

/** Rounding down forgives what binary fractions leave short of a whole number. */
const ROUNDING = 1e-4

/** The width that lengths are measured against. */
const measuredWidth = (widthPx: number): number =>
  widthPx <= MAX_DEVICE_WIDTH_PX ? widthPx : BASE_DEVICE_WIDTH_PX

export interface Screen {
  readonly widthPx: number
  /** True where a hairline of half a px can be drawn: iOS, with more than one device pixel to a px. */
  readonly hasHairline?: boolean
}

/** What one `rem` of the design is, in px. */
export const designRemPx = (widthPx: number): number => measuredWidth(widthPx) / ROOTS_IN_WIDTH

/** Units of the design in px, whole ones, rounded towards zero; what is not nothing is never rounded to nothing. NaN for what is no number. */
export const designPx = (units: number | string, { widthPx, hasHairline = false }: Screen): number => {
  const length = Number(units)
  if (length === 0) return 0
  const width = length === DESIGN_WIDTH ? widthPx : measuredWidth(widthPx)
  const whole = Math.floor((Math.abs(length) / DESIGN_WIDTH) * width + ROUNDING)
  const size = whole === 0 ? (hasHairline ? 0.5 : 1) : whole
  return length < 0 ? -size : size
}
