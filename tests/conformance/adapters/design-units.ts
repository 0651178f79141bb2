/**
 * Design units in px. The design is 750 units wide. Up to 960 px the 750 units are the width of the viewport, so that 2 units
 * are 1 px at 375 px; a wider viewport counts as 375 px. The length 750 itself is always the whole width.
 *
 * The style sheets compute the same units as `--rpx` and `--design-rem` (src/styles/tokens.css).
 */
import { BASE_DEVICE_WIDTH_PX, DESIGN_WIDTH, MAX_DEVICE_WIDTH_PX } from "../../../src/domain/limits.ts"

/** The design's root font sizes per width: a root is 32 units, 16 px at 375 px. */
const ROOTS_PER_WIDTH = 23.4375

/** Added before rounding down: binary fractions fall short of whole numbers. */
const ROUNDING = 1e-4

const referenceWidth = (widthPx: number): number =>
  widthPx <= MAX_DEVICE_WIDTH_PX ? widthPx : BASE_DEVICE_WIDTH_PX

export interface Viewport {
  readonly widthPx: number
  /** True if half a px can be drawn: iOS with more than one device pixel per px. */
  readonly hasHairline?: boolean
}

/** The px of one design `rem`. */
export const designRemPx = (widthPx: number): number => referenceWidth(widthPx) / ROOTS_PER_WIDTH

/**
 * Whole px, rounded towards zero; a length other than 0 never becomes 0. NaN if `units` is not a
 * number.
 */
export const designPx = (units: number | string, { widthPx, hasHairline = false }: Viewport): number => {
  const length = Number(units)
  if (length === 0) return 0
  const width = length === DESIGN_WIDTH ? widthPx : referenceWidth(widthPx)
  const whole = Math.floor((Math.abs(length) / DESIGN_WIDTH) * width + ROUNDING)
  const size = whole === 0 ? (hasHairline ? 0.5 : 1) : whole
  return length < 0 ? -size : size
}
