/** The offset of each row, and at the end the height of the list, in px. */
export const offsetsOf = (heights: readonly number[]): Float64Array => {
  const offsets = new Float64Array(heights.length + 1)
  heights.forEach((height, index) => {
    offsets[index + 1] = (offsets[index] ?? 0) + height
  })
  return offsets
}

/** The row at a distance from the top, by binary search; clamped to the existing rows. */
export const rowAt = (offsets: Float64Array, distancePx: number): number => {
  let low = 0
  let high = Math.max(0, offsets.length - 2)
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((offsets[middle] ?? 0) <= distancePx) low = middle
    else high = middle - 1
  }
  return low
}

export interface RowWindow {
  /** Index of the first row to draw. */
  readonly first: number
  /** Index after the last row to draw. */
  readonly end: number
}

/** The rows between two distances, plus `margin` rows on both sides. */
export const windowOf = (offsets: Float64Array, fromPx: number, toPx: number, margin: number): RowWindow => {
  const count = offsets.length - 1
  if (count <= 0) return { first: 0, end: 0 }
  return {
    first: Math.max(0, rowAt(offsets, fromPx) - margin),
    end: Math.min(count, rowAt(offsets, toPx) + 1 + margin),
  }
}

/**
 * The indices to draw: the window and the focused row, which must not be removed while it has the
 * focus.
 */
export const indicesOf = ({ first, end }: RowWindow, focused: number | undefined): readonly number[] => {
  const inside = Array.from({ length: end - first }, (_, offset) => first + offset)
  if (focused === undefined || (focused >= first && focused < end)) return inside
  return focused < first ? [focused, ...inside] : [...inside, focused]
}
