/**
 * A short session of the market in virtual time, with contracts of the demo login. Prices are a
 * function of time, so it is known when a contract is bought how it will end: the contracts are chosen
 * for what they show. Each is bought, settled and proved as any other.
 */
import { Effect, Layer } from "effect"
import { priceOf } from "../../src/domain/money.ts"
import type { Direction } from "../../src/domain/trade.ts"
import type { Call } from "../core/handler.ts"
import { newId } from "../core/ids.ts"
import { MarketConfig } from "../market/config.ts"
import { continueReplay, Market, marketLayer } from "../market/market.ts"
import { Products, type ProductTerms } from "../market/products.ts"
import { productCommands } from "../operator/product-commands.ts"
import { closeOrder } from "../orders/close-order.ts"
import { createOrder } from "../orders/create-order.ts"
import { OrderWriter } from "../orders/order-writer.ts"
import { settlePass } from "../settlement/worker.ts"
import type { VirtualTime } from "./virtual-time.ts"

/** What a contract shows. `slippage` is cancelled at its entry; `open` runs on into the present. */
export type Wish =
  | "gain"
  | "loss"
  | "take-profit"
  | "stop-loss"
  | "stop-out"
  | "early-close"
  | "slippage"
  | "open"

/** Ticks of a market day: enough for a past. */
export const STEPS_A_DAY = 8
/** A contract is entered a step after it is bought, and a day later it ends. */
const ENTRY = 1
const CLOSED_EARLY_AT = 5
const CHECKPOINT_MS = 20_000

const periods: Partial<Record<Wish, number>> = { "early-close": 3, open: 30 }
const stakes = ["10000.00", "25000.00", "40000.00", "15000.00", "30000.00"]

/** A move of a price between two steps, as a share of the first. */
interface Move {
  readonly product: ProductTerms
  readonly share: number
}

const largest = (moves: ReadonlyArray<Move>): Move => {
  const [move] = moves.toSorted((a, b) => Math.abs(b.share) - Math.abs(a.share))
  if (move === undefined) throw new Error("there is nothing to buy")
  return move
}

/** How each product will move in a session. Step 0 is when it begins. */
const makeOutlook = (
  priceAt: (symbol: string, atMs: number) => bigint | null,
  products: ReadonlyArray<ProductTerms>,
  { startMs, stepMs }: { readonly startMs: number; readonly stepMs: number },
) => {
  const end = ENTRY + STEPS_A_DAY
  const price = (symbol: string, step: number) => Number(priceAt(symbol, startMs + step * stepMs))
  const moveOf = (product: ProductTerms, from: number, to: number): Move => ({
    product,
    share: price(product.symbol, to) / price(product.symbol, from) - 1,
  })
  /** The largest move of the first day, whenever it is reached. */
  const reachOf = (product: ProductTerms): Move =>
    largest(Array.from({ length: end - ENTRY - 1 }, (_, step) => moveOf(product, ENTRY, ENTRY + 1 + step)))
  return {
    dayMoves: products.map((product) => moveOf(product, ENTRY, end)),
    reaches: products.map(reachOf),
    entryMoves: products.map((product) => moveOf(product, 0, ENTRY)),
  }
}

const directionOf = (share: number): Direction => (share > 0 ? "up" : "down")

/** A UUID of version 7, as the app makes its keys. */
export const keyAt = Effect.fnUntraced(function* (atMs: number) {
  const random = Buffer.from(yield* newId, "base64url").toString("hex")
  const time = atMs.toString(16).padStart(12, "0")
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-8${random.slice(3, 6)}-${random.slice(6, 18)}`
})

interface Choice extends Move {
  readonly direction: Direction
  readonly limits: { readonly takeProfit?: string; readonly stopLoss?: string; readonly slippageBps?: number }
}

/** A move that commission does not eat up. */
const CLEAR_SHARE = 0.004
/** Levels lie within the reach of the price. */
const WITHIN = 0.6

/** What to buy so that the contract shows what it should. `turn`: different products take turns. */
const choose = (wish: Wish, outlook: ReturnType<typeof makeOutlook>, turn: number): Choice => {
  if (wish === "slippage") {
    const move = largest(outlook.entryMoves)
    return { ...move, direction: directionOf(move.share), limits: { slippageBps: 0 } }
  }
  if (wish === "take-profit" || wish === "stop-loss" || wish === "stop-out") {
    const move = largest(
      outlook.reaches.filter(({ product }) => wish !== "stop-out" || product.leverages.includes(10)),
    )
    const isFor = wish === "take-profit"
    return { ...move, direction: directionOf(isFor ? move.share : -move.share), limits: {} }
  }
  const turned = [...outlook.dayMoves.slice(turn), ...outlook.dayMoves.slice(0, turn)]
  const move = turned.find(({ share }) => Math.abs(share) > CLEAR_SHARE) ?? largest(turned)
  return { ...move, direction: directionOf(wish === "loss" ? -move.share : move.share), limits: {} }
}

const setStopOut = Effect.fnUntraced(function* (productId: string, bps: number, why: string) {
  const command = productCommands.find(({ name }) => name === "products set")
  yield* command?.run({ id: productId, "stop-out": String(bps) }, { who: "demo", why }) ?? Effect.void
})

/** The stop-out that lies within a move, in basis points of the stake. */
const stopOutWithin = ({ product, share }: Move, leverage: number): number =>
  Math.round(leverage * (WITHIN * Math.abs(share) + product.commissionPpm / 1e6) * 100) * 100

const buy = Effect.fnUntraced(function* (
  wish: Wish,
  { product, share, direction, limits }: Choice,
  { call, turn }: { readonly call: Call; readonly turn: number },
) {
  const { nowMs, quoteBook } = yield* Market
  const price = quoteBook.last(product.symbol)?.tick.price ?? 0n
  const level = () => priceOf(BigInt(Math.round((Number(price) * (1 + WITHIN * share)) / 100)) * 100n)
  const terms = yield* Effect.map((yield* Products).find(product.id), (found) => found ?? product)
  const key = yield* keyAt(nowMs())
  const { id } = yield* createOrder(
    {
      ...{ key, productId: product.id, direction, stake: stakes[turn % stakes.length] ?? "10000.00" },
      leverage: wish === "stop-out" ? 10 : (product.leverages[1 + (turn % 2)] ?? 1),
      periodDays: periods[wish] ?? 1,
      ...{ commissionPpm: terms.commissionPpm, stopOutBps: terms.stopOutBps, quotedPrice: priceOf(price) },
      ...(wish === "take-profit" && { takeProfit: level() }),
      ...(wish === "stop-loss" && { stopLoss: level() }),
      ...limits,
    },
    call,
  )
  return { wish, id, productId: product.id }
})

export interface MarketSession {
  readonly startMs: number
  readonly days: number
  readonly wishes: ReadonlyArray<Wish>
  /** How many contracts were bought before. */
  readonly bought: number
}

const play = Effect.fnUntraced(function* (session: MarketSession, call: Call, time: VirtualTime) {
  const market = yield* Market
  const { all } = yield* Products
  const { days, wishes, bought } = session
  // later than the products that are cached when the session begins
  const startMs = session.startMs + 1_000
  const cycle = Effect.andThen(market.runCycle, settlePass())
  const stepMs = market.settings.dayMs / STEPS_A_DAY
  const isSold = ({ isSoldOut, openMinute }: ProductTerms) => !isSoldOut && openMinute === 0
  const products = (yield* all).filter(isSold)
  const outlook = makeOutlook(market.feed.priceAt, products, { startMs, stepMs })
  const choices = wishes.map((wish, i) => ({
    ...{ wish, turn: bought + i },
    choice: choose(wish, outlook, ((bought + i) * 5) % products.length),
  }))
  const stopOut = choices.find(({ wish }) => wish === "stop-out")?.choice
  if (stopOut) yield* setStopOut(stopOut.product.id, stopOutWithin(stopOut, 10), "a stop-out of the demo")
  time.passTo(startMs)
  yield* cycle
  const contracts = yield* Effect.forEach(choices, ({ wish, choice, turn }) =>
    buy(wish, choice, { call, turn }),
  )
  for (let step = 1; step < days * STEPS_A_DAY; step += 1) {
    time.passTo(startMs + step * stepMs)
    yield* cycle
    if (step !== CLOSED_EARLY_AT) continue
    for (const { wish, id } of contracts)
      if (wish === "early-close") yield* closeOrder({ id, key: yield* keyAt(time.nowMs()) }, call)
  }
  if (stopOut) yield* setStopOut(stopOut.product.id, stopOut.product.stopOutBps, "the usual terms")
})

/** Opens the market at the session's start, on the day after its last one, and closes it at the end. */
export const runSession = Effect.fnUntraced(function* (
  session: MarketSession,
  call: Call,
  time: VirtualTime,
) {
  time.passTo(session.startMs)
  yield* continueReplay(session.startMs)
  const settings = yield* MarketConfig
  const process = Layer.mergeAll(Products.layer, OrderWriter.layer).pipe(
    Layer.provideMerge(marketLayer),
    Layer.provide(Layer.succeed(MarketConfig, { ...settings, checkpointMs: CHECKPOINT_MS })),
  )
  yield* play(session, call, time).pipe(Effect.provide(Layer.fresh(process)))
})
