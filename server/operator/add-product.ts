import { Effect, Schema } from "effect"
import { Id } from "../../src/domain/entities.ts"
import { plainText } from "../content/sanitise.ts"
import { type Attribution, recordDecision } from "../core/decision.ts"
import { Db } from "../db/db.ts"
import { Market } from "../market/market.ts"
import {
  MINUTES_A_DAY,
  PRODUCT_KINDS,
  STOP_OUT_AT_STAKE_BPS,
  USUAL_COMMISSION_PPM,
  usualLeverages,
  usualPeriods,
} from "../market/products.ts"
import { CommandRefused, type OperatorCommand } from "./command.ts"
import { changedTerms, type ProductRow, termsParameters } from "./product-commands.ts"

type Values = Readonly<Record<string, string>>

const isKind = Schema.is(Schema.Literals(PRODUCT_KINDS))
const isId = Schema.is(Id)
const nameMax = 60

/** What the product is: its symbol must have prices, and its id fit into an address. */
const readIdentity = Effect.fnUntraced(function* ({ symbol = "", name = "", kind = "" }: Values) {
  const { feed } = yield* Market
  const refuse = (message: string) => new CommandRefused({ message })
  if (!feed.symbols.includes(symbol))
    return yield* refuse(`The market has no prices of ${symbol}, only of ${feed.symbols.join(", ")}.`)
  const id = symbol.toLowerCase().replaceAll(".", "-")
  if (!isId(id)) return yield* refuse(`A symbol has letters, digits, points and hyphens: ${symbol}`)
  const shown = plainText(name)
  if (shown === "" || [...shown].length > nameMax)
    return yield* refuse(`The name must have 1 to ${nameMax} characters.`)
  if (!isKind(kind)) return yield* refuse(`The kind must be one of ${PRODUCT_KINDS.join(", ")}, not ${kind}.`)
  return { id, symbol, name: shown, kind }
})

const addProduct = Effect.fn("addProduct")(function* (values: Values, { who, why }: Attribution) {
  const { id, symbol, name, kind } = yield* readIdentity(values)
  const usual: ProductRow = {
    id,
    kind,
    min_stake: 0n,
    max_stake: 0n,
    leverages: usualLeverages[kind],
    periods: usualPeriods,
    commission_ppm: USUAL_COMMISSION_PPM,
    stop_out_bps: STOP_OUT_AT_STAKE_BPS,
    sold_out: false,
    recommended: false,
    open_minute: 0,
    close_minute: MINUTES_A_DAY,
  }
  const terms = yield* changedTerms(usual, values)
  const db = yield* Db
  const work = Effect.gen(function* () {
    const added = yield* db.execute(
      `insert into products (id, position, symbol, name, kind, min_stake, max_stake, leverages, periods,
         commission_ppm, stop_out_bps, sold_out, recommended, open_minute, close_minute)
       select $1, coalesce(max(position), 0) + 1, $2, $3, $4, $5::bigint, $6::bigint, $7::integer[], $8::integer[],
         $9::integer, $10::integer, $11::boolean, $12::boolean, $13::integer, $14::integer
       from products having coalesce(bool_and(id <> $1 and symbol <> $2), true)`,
      [
        ...[id, symbol, name, kind, terms.min_stake, terms.max_stake, terms.leverages, terms.periods],
        ...[terms.commission_ppm, terms.stop_out_bps, terms.sold_out, terms.recommended],
        ...[terms.open_minute, terms.close_minute],
      ],
    )
    if (added === 0)
      return yield* new CommandRefused({ message: `There is a product ${symbol} already: use products set.` })
    yield* recordDecision({ command: "products add", subject: id, who, why, detail: values })
  })
  yield* db.transaction(work)
  return id
})

/** The command that offers a further product. */
export const addProductCommand: OperatorCommand<Db | Market> = {
  name: "products add",
  summary:
    "Offers a product of a symbol that the market has prices of, at the end of the list; prints its id.",
  parameters: [
    { name: "symbol", summary: "such as AAPL" },
    { name: "name", summary: "such as Apple" },
    { name: "kind", summary: PRODUCT_KINDS.join(", ") },
    { name: "minimum", summary: "smallest stake, naira" },
    { name: "maximum", summary: "largest stake, naira" },
    ...termsParameters,
  ],
  needsWhy: true,
  run: addProduct,
}
