/** The changes of the market's rows, which the build has drawn without one. */
import type { Frame, Values } from "../../src/app/tab-frame.ts"
import { inRow, SAMPLE_ROWS } from "../../src/app/tab-samples.ts"
import { directionOf, isMillionths, RATIO, trueMinus } from "../../src/ui/money-parts.ts"
import { contentOf } from "./kept.ts"

/** As the build draws them, in parts per million. */
export const SAMPLE_CHANGES = { up: 10_000, down: -10_000, flat: 0 } as const

const DIRECTIONS = Object.keys(SAMPLE_CHANGES)

/** Formats as `Change` does, in the place of the dash after the price. */
export const showChanges = (frame: Frame, tag: string, values: Values): void => {
  const samples = contentOf("changes")?.children
  const format = new Intl.NumberFormat(tag, { ...RATIO, signDisplay: "exceptZero" })
  for (let row = 0; row < SAMPLE_ROWS; row += 1) {
    const ratio = `${values[inRow(row, "change")]}e-6`
    if (!isMillionths(ratio)) continue
    const direction = directionOf(Number(values[inRow(row, "change")]))
    const change = samples?.[DIRECTIONS.indexOf(direction)]?.cloneNode(true)
    if (change?.lastChild) change.lastChild.textContent = trueMinus(format.format(ratio))
    if (change) frame.figureOf(inRow(row, "price"))?.nextSibling?.replaceWith(change)
  }
}
