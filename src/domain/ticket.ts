/**
 * Validates the order ticket: a draft becomes an intent with every figure fixed, or a list of field
 * problems. `ticket-figures.ts` computes what an order would mean in money.
 */

import type { Order, Product } from "./entities.ts"
import { SLIPPAGE_MAX_BPS } from "./limits.ts"
import {
  amountOf,
  divideHalfEven,
  isBlank,
  koboOf,
  type ParsedInput,
  parseAmountInput,
  parseDecimal,
  parsePriceInput,
  priceOf,
  priceUnitsOf,
  type Separators,
} from "./money.ts"
import type { NamedRefusal, Problem, Problems } from "./problem.ts"
import { type Direction, type LevelKind, levelProblem } from "./trade.ts"
import type { FieldProblem } from "./validate.ts"

/** Fields in display order. `product` and `price` are not typed but can have problems. */
export const TICKET_FIELDS = [
  "product",
  "price",
  "direction",
  "stake",
  "period",
  "leverage",
  "stopLoss",
  "takeProfit",
  "slippage",
] as const
export type TicketField = (typeof TICKET_FIELDS)[number]

/** The draft as typed; choices are text too ("5", "up"). Slippage is in per cent. */
export const DRAFT_FIELDS = [
  "direction",
  "stake",
  "period",
  "leverage",
  "stopLoss",
  "takeProfit",
  "slippage",
] as const
export type DraftField = (typeof DRAFT_FIELDS)[number]
export type TicketDraft = Readonly<Record<DraftField, string>>

export const EMPTY_DRAFT: TicketDraft = {
  direction: "",
  stake: "",
  period: "",
  leverage: "",
  stopLoss: "",
  takeProfit: "",
  slippage: "",
}

/**
 * A displayed price. `receivedAtMs` is the app's clock, so that its age needs no clock agreement.
 */
export interface DisplayedQuote {
  readonly price: string
  readonly seq: number
  readonly receivedAtMs: number
}

/** An order with every figure fixed: it is confirmed, journaled and sent. */
export interface OrderIntent {
  readonly productId: string
  readonly symbol: string
  readonly direction: Direction
  readonly stake: string
  readonly periodDays: number
  readonly leverage: number
  readonly commissionPpm: number
  readonly stopOutBps: number
  readonly quote: DisplayedQuote
  readonly slippageBps: number | null
  readonly takeProfit: string | null
  readonly stopLoss: string | null
}

/** The figures of a product that a ticket is checked against, as they were shown. */
export interface ProductTerms {
  readonly productId: string
  readonly symbol: string
  readonly minStake: string
  readonly maxStake: string
  readonly leverages: readonly number[]
  readonly periods: readonly number[]
  readonly commissionPpm: number
  readonly stopOutBps: number
  readonly soldOut: boolean
  readonly isOpen: boolean
}

export const productTerms = (product: Product): ProductTerms => ({
  productId: product.id,
  symbol: product.symbol,
  minStake: product.minStake,
  maxStake: product.maxStake,
  leverages: product.leverages,
  periods: product.periods,
  commissionPpm: product.commissionPpm,
  stopOutBps: product.stopOutBps,
  soldOut: product.soldOut,
  isOpen: product.isOpen,
})

/** What a new ticket suggests, where the product offers it and the balance allows it. */
const SUGGESTED = { stake: "10000.00", period: 1, leverage: 2 } as const

const offered = (wanted: number, choices: readonly number[]): string =>
  String(choices.includes(wanted) ? wanted : (choices[0] ?? ""))

const typedAmount = (kobo: bigint, { decimal }: Separators): string =>
  amountOf(kobo).replace(/\.00$/u, "").replace(".", decimal)

/** The fields that a new ticket begins with. No stake if the balance is below it. */
export const suggestedFields = ({
  terms,
  available,
  separators,
}: Pick<TicketTerms, "available" | "separators"> & {
  readonly terms: ProductTerms
}): readonly (readonly [field: "stake" | "period" | "leverage", value: string])[] => {
  const least = koboOf(terms.minStake)
  const most = koboOf(terms.maxStake)
  const wanted = koboOf(SUGGESTED.stake)
  const stake = wanted < least ? least : wanted > most ? most : wanted
  return [
    ...(stake > koboOf(available) ? [] : [["stake", typedAmount(stake, separators)] as const]),
    ["period", offered(SUGGESTED.period, terms.periods)],
    ["leverage", offered(SUGGESTED.leverage, terms.leverages)],
  ]
}

/**
 * What "buy again" fills into a ticket at a price, as canonical text. Levels keep their distance: as at the
 * entry, in proportion.
 */
export const boughtAgain = (order: Order, price: string) => {
  const entry = priceUnitsOf(order.openingPrice ?? order.quotedPrice)
  const moved = (level: string) => priceOf(divideHalfEven(priceUnitsOf(level) * priceUnitsOf(price), entry))
  const { takeProfit, stopLoss } = order
  return {
    product: order.productId,
    direction: order.direction,
    stake: order.stake,
    period: String(order.periodDays),
    leverage: String(order.leverage),
    ...(stopLoss !== null && { stopLoss: moved(stopLoss) }),
    ...(takeProfit !== null && { takeProfit: moved(takeProfit) }),
  }
}

/** What a draft is checked against. `quote` is null while no price is known. */
export interface TicketTerms {
  readonly product: ProductTerms
  readonly available: string
  readonly separators: Separators
  readonly quote: DisplayedQuote | null
}

const directionOf = (text: string): Direction | null => (text === "up" || text === "down" ? text : null)

const choice = (text: string, choices: readonly number[]): number | null =>
  choices.find((offered) => String(offered) === text) ?? null

type Optional<Value> =
  | { readonly ok: true; readonly value: Value | null }
  | { readonly ok: false; readonly problem: Problem }

/** Parses a tolerance in per cent with at most two decimals into basis points; blank means none. */
export const parseSlippage = (typed: string, separators: Separators): Optional<number> => {
  if (isBlank(typed)) return { ok: true, value: null }
  const parsed = parseDecimal(typed.replace(/\s*%\s*$/, ""), separators, 2)
  if (!parsed.ok) {
    const found: FieldProblem =
      parsed.problem === "decimals"
        ? { reason: "decimals", params: { max: 2 } }
        : { reason: "not-a-percentage" }
    const { reason, params } = found
    return { ok: false, problem: { reason: `field.${reason}`, ...(params && { params }) } }
  }
  if (parsed.scaled > BigInt(SLIPPAGE_MAX_BPS))
    return {
      ok: false,
      problem: { reason: "order.slippage-range", params: { max: SLIPPAGE_MAX_BPS / 100 } },
    }
  return { ok: true, value: Number(parsed.scaled) }
}

/** What a draft says so far of the contract that its levels belong to. */
interface DraftPosition {
  readonly direction: Direction | null
  readonly leverage: number | null
}

/** Parses an exit price and judges it at the displayed price, as far as the contract is known. */
const parseExitPrice = (
  kind: LevelKind,
  typed: string,
  { direction, leverage }: DraftPosition,
  { product, quote, separators }: TicketTerms,
): Optional<string> => {
  if (isBlank(typed)) return { ok: true, value: null }
  const parsed: ParsedInput = parsePriceInput(typed, separators)
  if (!parsed.ok || direction === null || quote === null) return parsed
  const { commissionPpm, stopOutBps } = product
  const terms = leverage === null ? null : { stakeKobo: 1n, leverage, direction, commissionPpm, stopOutBps }
  const level = priceUnitsOf(parsed.value)
  const problem = levelProblem(kind, level, priceUnitsOf(quote.price), { direction, terms })
  return problem === null ? parsed : { ok: false, problem }
}

export type CheckedTicket = {
  readonly problems: Problems<TicketField>
  readonly intent: OrderIntent | null
}

const CHOOSE: Problem = { reason: "field.choose" }

const parseFields = (draft: TicketDraft, terms: TicketTerms) => {
  const { product, separators } = terms
  const direction = directionOf(draft.direction)
  const leverage = choice(draft.leverage, product.leverages)
  const position = { direction, leverage }
  return {
    direction,
    period: choice(draft.period, product.periods),
    leverage,
    stake: parseAmountInput(draft.stake, separators, {
      minimum: product.minStake,
      maximum: product.maxStake,
      available: terms.available,
    }),
    slippage: parseSlippage(draft.slippage, separators),
    takeProfit: parseExitPrice("take-profit", draft.takeProfit, position, terms),
    stopLoss: parseExitPrice("stop-loss", draft.stopLoss, position, terms),
  }
}

const problemsOf = (fields: ReturnType<typeof parseFields>, terms: TicketTerms): Problems<TicketField> => ({
  ...(terms.product.soldOut
    ? { product: { reason: "order.sold-out" } }
    : terms.product.isOpen
      ? {}
      : { product: { reason: "order.market-closed" } }),
  ...(terms.quote === null ? { price: { reason: "order.stale-price" } } : {}),
  ...(fields.direction === null ? { direction: CHOOSE } : {}),
  ...(fields.stake.ok ? {} : { stake: fields.stake.problem }),
  ...(fields.period === null ? { period: CHOOSE } : {}),
  ...(fields.leverage === null ? { leverage: CHOOSE } : {}),
  ...(fields.slippage.ok ? {} : { slippage: fields.slippage.problem }),
  ...(fields.takeProfit.ok ? {} : { takeProfit: fields.takeProfit.problem }),
  ...(fields.stopLoss.ok ? {} : { stopLoss: fields.stopLoss.problem }),
})

/** Checks a draft. Returns every problem at once, or the intent. */
export const checkTicket = (draft: TicketDraft, terms: TicketTerms): CheckedTicket => {
  const fields = parseFields(draft, terms)
  const problems = problemsOf(fields, terms)
  const { direction, stake, period, leverage, slippage, takeProfit, stopLoss } = fields
  const { quote, product } = terms
  const isWhole = Object.keys(problems).length === 0
  if (!isWhole || direction === null || period === null || leverage === null || quote === null)
    return { problems, intent: null }
  if (!stake.ok || !slippage.ok || !takeProfit.ok || !stopLoss.ok) return { problems, intent: null }
  return {
    problems,
    intent: {
      productId: product.productId,
      symbol: product.symbol,
      direction,
      stake: stake.value,
      periodDays: period,
      leverage,
      commissionPpm: product.commissionPpm,
      stopOutBps: product.stopOutBps,
      quote,
      slippageBps: slippage.value,
      takeProfit: takeProfit.value,
      stopLoss: stopLoss.value,
    },
  }
}

/** The ticket field that a refusal concerns, by the field it names, else by its reason. */
export const ticketFieldOf = (refusal: NamedRefusal): TicketField =>
  FIELD_OF_WIRE[refusal.field ?? ""] ?? FIELD_OF_REASON[refusal.reason] ?? "product"

const FIELD_OF_WIRE: Readonly<Record<string, TicketField>> = {
  product_id: "product",
  direction: "direction",
  stake: "stake",
  leverage: "leverage",
  period_days: "period",
  quoted_price: "price",
  slippage_bps: "slippage",
  take_profit: "takeProfit",
  stop_loss: "stopLoss",
}

const FIELD_OF_REASON: Readonly<Record<string, TicketField>> = {
  "order.insufficient-balance": "stake",
  "order.returned-hold": "stake",
  "order.knowledge": "leverage",
  "order.knowledge-wait": "leverage",
  "order.below-minimum": "stake",
  "order.above-maximum": "stake",
  "order.stale-price": "price",
  "order.slippage": "price",
  "order.take-profit-side": "takeProfit",
  "order.stop-loss-side": "stopLoss",
  "order.stop-loss-useless": "stopLoss",
}

/** What a page knows of a product and the balance. */
export interface TicketFacts {
  readonly terms: ProductTerms
  readonly available: string
  readonly separators: Separators
}

/**
 * What a ticket shows of the product and the balance. The machine learns it from the leading tab alone,
 * which may show another page; what it holds is shown for another product, and without a known balance.
 */
export const shownFacts = (
  held: { readonly terms: ProductTerms | null; readonly available: string },
  known: TicketFacts | undefined,
): { readonly terms: ProductTerms | undefined; readonly available: string } =>
  known !== undefined && (held.terms === null || held.terms.productId === known.terms.productId)
    ? known
    : { terms: held.terms ?? undefined, available: held.available }
