/**
 * What the build draws the tab pages with, and the document fills in: texts hold tokens, and each
 * figure has a value of its own, by which the document finds it.
 */

/** How many products a frame has; more than a phone shows at once. */
export const SAMPLE_ROWS = 8

/** It means the same in a text and in a URL. */
export const token = (field: string): string => `*${field}*`
export const TOKEN = /\*([\w.]+)\*/g

/** The field of a product in a row. */
export const inRow = (row: number, field: string): string => `p${row}.${field}`

const PRICES = ["price", "buy", "sell"] as const
const AMOUNTS = ["min", "max"] as const
const BALANCES = ["available", "unavailable"] as const

/** The sample value of a product's price. */
export const samplePrice = (row: number, field: (typeof PRICES)[number]): string =>
  `${120 + row}.000${PRICES.indexOf(field) + 1}`

/** The sample value of a product's limit. */
export const sampleAmount = (row: number, field: (typeof AMOUNTS)[number]): string =>
  `${10 + row}000.0${AMOUNTS.indexOf(field) + 1}`

/** The sample value of a balance. */
export const sampleBalance = (field: (typeof BALANCES)[number]): string =>
  `900000.0${BALANCES.indexOf(field) + 1}`

/** The field that each sample value stands for. */
export const sampleFields = (): ReadonlyMap<string, string> => {
  const rows = Array.from({ length: SAMPLE_ROWS }, (_, row) => row)
  return new Map([
    ...BALANCES.map((field) => [sampleBalance(field), field] as const),
    ...rows.flatMap((row) => [
      ...PRICES.map((field) => [samplePrice(row, field), inRow(row, field)] as const),
      ...AMOUNTS.map((field) => [sampleAmount(row, field), inRow(row, field)] as const),
    ]),
  ])
}
