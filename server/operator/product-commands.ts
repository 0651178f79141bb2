import { Effect, Schema } from "effect"
import { Id } from "../../src/domain/entities.ts"
import { AMOUNT_MAX_KOBO, PRODUCT_CATEGORIES } from "../../src/domain/limits.ts"
import { amountOf } from "../../src/domain/money.ts"
import { isStoppedOut, settle, type Terms } from "../../src/domain/trade.ts"
import { type Attribution, recordDecision } from "../core/decision.ts"
import { type Db, execute, sql, transaction } from "../db/db.ts"
import { Market } from "../market/market.ts"
import type { ProductTermsRow } from "../market/products.ts"
import {
  LEVERAGE_MAX,
  MINUTES_A_DAY,
  PRODUCT_KINDS,
  STOP_OUT_AT_STAKE_BPS,
  USUAL_COMMISSION_PPM,
  usualLeverages,
  usualPeriods,
} from "../market/seeded-products.ts"
import {
  ANSWERED_MAX_KOBO,
  CommandRefused,
  type OperatorCommand,
  readAmount,
  readMinute,
  readName,
  readWhole,
  refuse,
  timeOfMinute,
  type Values,
} from "./command.ts"

interface ProductRow extends ProductTermsRow {
  readonly kind: "share" | "index" | "crypto"
}

const columns =
  "id, kind, category, min_stake, max_stake, leverages, periods, commission_ppm, stop_out_bps, sold_out, recommended, open_minute, close_minute"

const periodMaxDays = 365

const readFlag = (text: string): Effect.Effect<boolean, CommandRefused> =>
  text === "on" || text === "off"
    ? Effect.succeed(text === "on")
    : Effect.fail(refuse(`Say on or off, not ${text}.`))

const isCategory = Schema.is(Schema.Literals(PRODUCT_CATEGORIES))

const readCategory = (text: string) =>
  isCategory(text)
    ? Effect.succeed(text)
    : Effect.fail(refuse(`The category must be one of ${PRODUCT_CATEGORIES.join(", ")}, not ${text}.`))

const readChoices = Effect.fnUntraced(function* (text: string, most: number) {
  const choices = yield* Effect.forEach(text.split(","), (part) => readWhole(part.trim(), 1, most))
  return [...new Set(choices)].sort((a, b) => a - b)
})

/** The product with the given changes applied. Refuses the first invalid one. */
const changedTerms = Effect.fnUntraced(function* (row: ProductRow, values: Values) {
  const { minimum, maximum, leverages, periods, commission, recommended, opens, closes } = values
  const next: ProductRow = {
    ...row,
    category: values.category === undefined ? row.category : yield* readCategory(values.category),
    min_stake: minimum === undefined ? row.min_stake : yield* readAmount(minimum),
    max_stake: maximum === undefined ? row.max_stake : yield* readAmount(maximum),
    leverages:
      leverages === undefined ? row.leverages : yield* readChoices(leverages, LEVERAGE_MAX[row.kind]),
    periods: periods === undefined ? row.periods : yield* readChoices(periods, periodMaxDays),
    commission_ppm: commission === undefined ? row.commission_ppm : yield* readWhole(commission, 0, 50_000),
    stop_out_bps:
      values["stop-out"] === undefined ? row.stop_out_bps : yield* readWhole(values["stop-out"], 1, 10_000),
    sold_out: values["sold-out"] === undefined ? row.sold_out : yield* readFlag(values["sold-out"]),
    recommended: recommended === undefined ? row.recommended : yield* readFlag(recommended),
    open_minute: opens === undefined ? row.open_minute : yield* readMinute(opens),
    close_minute: closes === undefined ? row.close_minute : yield* readMinute(closes),
  }
  if (next.min_stake <= 0n || next.max_stake < next.min_stake)
    return yield* refuse("The minimum must be positive and not above the maximum.")
  if (next.max_stake > AMOUNT_MAX_KOBO)
    return yield* refuse(`The maximum is at most ${amountOf(AMOUNT_MAX_KOBO)}.`)
  if (next.close_minute <= next.open_minute) return yield* refuse("The market must open before it closes.")
  if (!next.sold_out) yield* trySample(next)
  return next
})

const sampleEntry = 1_000_000n
/** An ordinary move of a price, after which no contract may have ended yet: 0.1 %. */
const ordinaryMove = sampleEntry / 1_000n

/**
 * Tries the terms on contracts of the largest stake. Refuses terms that stop them out at an ordinary move,
 * and gains at ten times the entry price that no answer can carry.
 */
const trySample = Effect.fnUntraced(function* (row: ProductRow) {
  for (const leverage of row.leverages) {
    const terms: Terms = {
      stakeKobo: row.max_stake,
      leverage,
      direction: "up",
      commissionPpm: row.commission_ppm,
      stopOutBps: row.stop_out_bps,
    }
    if (isStoppedOut(terms, sampleEntry, sampleEntry - ordinaryMove))
      return yield* refuse(
        `With leverage ${leverage} the commission or the stop-out would end each contract at a move of 0.1 %: lower the leverage or the commission, or raise the stop-out.`,
      )
    if (settle(terms, sampleEntry, 10n * sampleEntry).creditedKobo > ANSWERED_MAX_KOBO)
      return yield* refuse(
        `With leverage ${leverage} the largest stake could gain more than ${amountOf(ANSWERED_MAX_KOBO)}.`,
      )
  }
})

const setProduct = Effect.fn("setProduct")(function* (values: Values, { who, why }: Attribution) {
  const work = Effect.gen(function* () {
    const rows = yield* sql<ProductRow>(`select ${columns} from products where id = $1 for update`, [
      values.id ?? "",
    ])
    const row = rows[0] ?? (yield* refuse(`There is no product ${values.id}.`))
    const next = yield* changedTerms(row, values)
    yield* execute(
      `update products set min_stake = $2, max_stake = $3, leverages = $4::integer[], periods = $5::integer[],
         commission_ppm = $6, stop_out_bps = $7, sold_out = $8, recommended = $9,
         open_minute = $10, close_minute = $11, category = $12 where id = $1`,
      [
        ...[next.id, next.min_stake, next.max_stake, next.leverages, next.periods],
        ...[next.commission_ppm, next.stop_out_bps, next.sold_out, next.recommended],
        ...[next.open_minute, next.close_minute, next.category],
      ],
    )
    const { id: _id, ...detail } = values
    yield* recordDecision({ command: "products set", subject: row.id, who, why, detail })
  })
  yield* transaction(work)
  return "Done. Contracts that are open keep the terms they were bought under."
})

const listProducts = Effect.fn("listProducts")(function* () {
  const rows = yield* sql<ProductRow>(`select ${columns} from products order by position, id`)
  return rows.map(({ open_minute, close_minute, ...row }) => ({
    ...row,
    opens: timeOfMinute(open_minute),
    closes: timeOfMinute(close_minute),
    min_stake: amountOf(row.min_stake),
    max_stake: amountOf(row.max_stake),
    leverages: row.leverages.join(","),
    periods: row.periods.join(","),
  }))
})

const optional = (name: string, summary: string) => ({ name, summary, isOptional: true })

/** Parameters of every command that sets terms. */
const termsParameters = [
  optional("category", PRODUCT_CATEGORIES.join(", ")),
  optional("sold-out", "on or off"),
  optional("recommended", "on or off"),
  optional("leverages", "such as 1,2,5"),
  optional("periods", "days, such as 1,3,7"),
  optional("commission", "parts per million of the exposure"),
  optional("stop-out", "basis points of the stake"),
  optional("opens", "time of the market day, such as 09:30"),
  optional("closes", "time of the market day, such as 16:00 or 24:00"),
]

export const productCommands: ReadonlyArray<OperatorCommand<Db>> = [
  {
    name: "products list",
    summary: "Products and their terms.",
    run: listProducts,
  },
  {
    name: "products set",
    summary: "Changes terms of a product, or sells it out; only what is given changes.",
    parameters: [
      { name: "id", summary: "id of the product" },
      optional("minimum", "smallest stake, naira"),
      optional("maximum", "largest stake, naira"),
      ...termsParameters,
    ],
    needsWhy: true,
    run: setProduct,
  },
]

/** Of a product for which no category is given. */
const usualCategories = { share: null, index: "indices", crypto: "crypto" } as const
const isKind = Schema.is(Schema.Literals(PRODUCT_KINDS))
const isId = Schema.is(Id)

/** What the product is: its symbol must have prices, and its id fit into an address. */
const readIdentity = Effect.fnUntraced(function* ({ symbol = "", name = "", kind = "" }: Values) {
  const { feed } = yield* Market
  const refuse = (message: string) => new CommandRefused({ message })
  if (!feed.symbols.includes(symbol))
    return yield* refuse(`The market has no prices of ${symbol}, only of ${feed.symbols.join(", ")}.`)
  const id = symbol.toLowerCase().replaceAll(".", "-")
  if (!isId(id)) return yield* refuse(`A symbol has letters, digits, points and hyphens: ${symbol}`)
  const shown = yield* readName(name, 60)
  if (!isKind(kind)) return yield* refuse(`The kind must be one of ${PRODUCT_KINDS.join(", ")}, not ${kind}.`)
  return { id, symbol, name: shown, kind }
})

const addProduct = Effect.fn("addProduct")(function* (values: Values, { who, why }: Attribution) {
  const { id, symbol, name, kind } = yield* readIdentity(values)
  const usual: ProductRow = {
    id,
    kind,
    category: usualCategories[kind],
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
  const work = Effect.gen(function* () {
    const added = yield* execute(
      `insert into products (id, position, symbol, name, kind, min_stake, max_stake, leverages, periods,
         commission_ppm, stop_out_bps, sold_out, recommended, open_minute, close_minute, category)
       select $1, coalesce(max(position), 0) + 1, $2, $3, $4, $5::bigint, $6::bigint, $7::integer[], $8::integer[],
         $9::integer, $10::integer, $11::boolean, $12::boolean, $13::integer, $14::integer, $15::text
       from products having coalesce(bool_and(id <> $1 and symbol <> $2), true)`,
      [
        ...[id, symbol, name, kind, terms.min_stake, terms.max_stake, terms.leverages, terms.periods],
        ...[terms.commission_ppm, terms.stop_out_bps, terms.sold_out, terms.recommended],
        ...[terms.open_minute, terms.close_minute, terms.category],
      ],
    )
    if (added === 0) return yield* refuse(`There is a product ${symbol} already: use products set.`)
    yield* recordDecision({ command: "products add", subject: id, who, why, detail: values })
  })
  yield* transaction(work)
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
