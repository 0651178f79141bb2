/** What the fields of home and the market hold, by the server's answers. */

import type { Values } from "../../src/app/tab-frame.ts"
import { inRow, SAMPLE_ROWS } from "../../src/app/tab-samples.ts"
import { pathChangePpm, recentPath } from "../../src/domain/market-list.ts"
import { amountOf, koboOf } from "../../src/domain/money.ts"
import { isDecimal } from "../../src/ui/money-parts.ts"
import { fieldOf } from "./kept.ts"

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined)

const isDecimalText = (value: unknown): value is string => typeof value === "string" && isDecimal(value)

const decimalOf = (value: unknown, name: string): string | undefined => {
  const text = textOf(fieldOf(value, name))
  return text !== undefined && isDecimal(text) ? text : undefined
}

/** The balances of the wallet; none if it is malformed. */
export const walletValues = (wallet: unknown): Values => {
  const available = decimalOf(wallet, "available")
  const inContracts = decimalOf(wallet, "in_contracts")
  const inWithdrawals = decimalOf(wallet, "in_withdrawals")
  if (available === undefined || inContracts === undefined || inWithdrawals === undefined) return {}
  return { available, unavailable: amountOf(koboOf(inContracts) + koboOf(inWithdrawals)) }
}

/** The products of a page in their order: home shows the recommended ones. */
export const shownProducts = (products: unknown, isHome: boolean): readonly unknown[] =>
  listOf(products).filter((product) => !isHome || fieldOf(product, "recommended") === true)

/** The change to the live price in parts per million; undefined where a price is unknown. */
const changeOf = (product: unknown, quote: unknown): string | undefined => {
  const [price, previousClose] = [decimalOf(quote, "price"), decimalOf(quote, "previous_close")]
  const closes = listOf(fieldOf(product, "recent_closes"))
  if (price === undefined || previousClose === undefined) return undefined
  const path = recentPath(closes.filter(isDecimalText), { price, previousClose })
  return pathChangePpm(path)?.toString()
}

/** The fields of the rows. `quotes`: the last prices, where they are known. */
export const productValues = (products: readonly unknown[], quotes: unknown): Values => {
  const known = new Map(listOf(quotes).map((quote) => [fieldOf(quote, "symbol"), quote]))
  const rows = products.slice(0, SAMPLE_ROWS).flatMap((product, row) => {
    const statistics = fieldOf(product, "statistics")
    const quote = known.get(fieldOf(product, "symbol"))
    const isCounted = fieldOf(statistics, "sample") !== 0
    const fields = {
      id: textOf(fieldOf(product, "id")),
      symbol: textOf(fieldOf(product, "symbol")),
      name: textOf(fieldOf(product, "name")),
      buy: isCounted ? decimalOf(statistics, "average_buy") : undefined,
      sell: isCounted ? decimalOf(statistics, "average_sell") : undefined,
      min: decimalOf(product, "min_stake"),
      max: decimalOf(product, "max_stake"),
      price: decimalOf(quote, "price"),
      change: changeOf(product, quote),
    }
    return Object.entries(fields).map(([name, value]) => [inRow(row, name), value] as const)
  })
  return Object.fromEntries(rows)
}
