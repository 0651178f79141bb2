import type { ReactNode } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { IntlProvider, useIntl } from "react-intl"
import { describe, expect, it } from "vitest"
import english from "../../locales/en.json" with { type: "json" }
import type { Candle, Order } from "../../src/domain/entities.ts"
import { ADDED_CANDLE_LIMIT } from "../../src/domain/limits.ts"
import type { DraftField } from "../../src/domain/ticket.ts"
import { figuresOf } from "../../src/domain/ticket-figures.ts"
import { ContractFigures, ContractFormula } from "../../src/features/holdings/contract-figures.tsx"
import { sharedLines } from "../../src/features/holdings/share-contract.tsx"
import { Total } from "../../src/features/home/live-home.tsx"
import { searchProducts } from "../../src/features/market/products.ts"
import { PublishedText } from "../../src/features/market/published-text.tsx"
import { Disclosure, LimitFields } from "../../src/features/trade/limit-fields.tsx"
import { areCandlesOutdated, withLivePrice } from "../../src/features/trade/live-chart.tsx"
import { Scenario } from "../../src/features/trade/order-edit.tsx"
import { TicketCosts } from "../../src/features/trade/ticket-fields.tsx"
import { useFormat } from "../../src/ui/format.ts"
import { openedContract as opened, settledContract as settled } from "../support/contracts.ts"
import { product } from "../support/money-events.ts"

const words = (node: ReactNode, locale: "en-US" | "de-DE" = "en-US"): string =>
  renderToStaticMarkup(
    <IntlProvider locale={locale} messages={english}>
      {node}
    </IntlProvider>,
  ).replace(/<[^>]+>/g, " ")

describe("what is said of replayed prices", () => {
  const replay = { date: "1994-11-22", reversed: false, adjusted: true, source: "R", licence: "GPL" }
  const said = (changed: Partial<typeof replay>, isWithinDay = false) => {
    const replayed = { priceHistory: "daily-close", replay: { ...replay, ...changed } } as const
    return words(<PublishedText product={replayed} isWithinDay={isWithinDay} />)
  }

  it("names the day, or the month of which no day is known, and that prices are adjusted", () => {
    expect(said({})).toBe(`Replays Nov 22, 1994. ${english["product.history.adjusted"]}`)
    const index = said({ date: "1994-03", adjusted: false })
    expect(index).toBe(`Replays Mar 1994. ${english["product.history.daily-close"]}`)
    expect(said({}, true)).toBe(`Replays Nov 22, 1994. ${english["trade.made-up"]}`)
  })

  it("calls nothing published or real once the days run backwards", () => {
    for (const isWithinDay of [false, true])
      expect(said({ reversed: true }, isWithinDay)).toBe(english["product.replay.reversed"])
  })
})

it("a shared contract says its per cent, and no amount, price, number or time", () => {
  const Lines = ({ order }: { readonly order: Order }) =>
    sharedLines(useIntl(), useFormat(), { order, price: undefined }, true)?.join("\n") ?? ""
  const settledLines = words(<Lines order={settled} />).split("\n")
  expect(settledLines).toEqual([
    "AAPL · Apple",
    "+9.54%",
    english["close.share"],
    "▲ Up · 5× · 1 day",
    english["contract.state.settled"],
    english["ui.simulated"],
  ])
  expect(words(<Lines order={opened} />)).toBe("")
})

it("the total value of home names the money that it does not count: withdrawals in review", () => {
  const wallet = { available: "900.00", inContracts: "50.00", todayDividend: "0.00", totalDividend: "0.00" }
  const total = (inWithdrawals: string) =>
    words(
      <Total
        wallet={{ ...wallet, inWithdrawals }}
        {...{ changes: [], net: "5.00", stale: false, isHidden: false, isFailed: false }}
      />,
    ).replaceAll(" ", "")
  expect(total("75.00")).toContain("955.00")
  expect(total("75.00")).toContain("Notcounted:₦75.00inwithdrawalsinreview")
  expect(total("0.00")).not.toContain("Notcounted")
})

describe("the product search", () => {
  const product = (symbol: string, name: string) => ({ symbol, name })
  const all = [product("NESN", "Nestlé S.A."), product("SAP", "SAP SE"), product("ASAP", "Asap Inc.")]
  const found = (typed: string) => searchProducts(all, typed).map(({ symbol }) => symbol)

  it("ignores case and accents and requires every word", () => {
    expect(found("nestle")).toEqual(["NESN"])
    expect(found("s.a. NEST")).toEqual(["NESN"])
    expect(found("nestle inc")).toEqual([])
  })

  it("puts symbols that start with the text first and finds everything without one", () => {
    expect(found("sap")).toEqual(["SAP", "ASAP"])
    expect(found("  ")).toEqual(["NESN", "SAP", "ASAP"])
  })
})

describe("a live price in the candles", () => {
  const candle = (atMs: number, close: string): Candle => ({
    atMs: atMs,
    open: "10.0000",
    high: "11.0000",
    low: "9.0000",
    close,
    synthetic: true,
    replayedOn: null,
  })
  const bars = [candle(0, "10.0000"), candle(60, "10.5000")]

  it("updates close, high and low of the last bar", () => {
    const last = withLivePrice(bars, { atMs: 119, price: "12.0000" }).at(-1)
    expect(last).toEqual({ ...candle(60, "12.0000"), high: "12.0000" })
  })

  it("starts the bar of its time at the close of the one before", () => {
    const shown = withLivePrice(bars, { atMs: 185, price: "8.0000" })
    expect(shown).toHaveLength(3)
    expect(shown.at(-1)).toEqual({
      atMs: 180,
      open: "10.5000",
      high: "10.5000",
      low: "8.0000",
      close: "8.0000",
      synthetic: true,
      replayedOn: null,
    })
  })

  it("outdates the answer once for each new day and each time that too many bars were added", () => {
    const [full, fuller] = [ADDED_CANDLE_LIMIT + 1, ADDED_CANDLE_LIMIT + 2]
    const outdated = (before: readonly [string | null, number], after: readonly [string | null, number]) =>
      areCandlesOutdated({ day: before[0], added: before[1] }, { day: after[0], added: after[1] })
    expect(outdated([null, 0], ["a", 0])).toBe(false)
    expect(outdated(["a", 0], ["b", 0])).toBe(true)
    expect(outdated(["a", 0], ["a", ADDED_CANDLE_LIMIT])).toBe(false)
    expect(outdated(["a", ADDED_CANDLE_LIMIT], ["a", full])).toBe(true)
    expect(outdated(["a", full], ["a", fuller])).toBe(false)
    expect(outdated(["a", full], ["b", fuller])).toBe(true)
    expect(outdated(["a", full], ["a", 0])).toBe(false)
  })

  it("changes nothing when it is old, equal, or there are no bars", () => {
    expect(withLivePrice(bars, { atMs: 59, price: "1.0000" })).toBe(bars)
    expect(withLivePrice(bars, { atMs: 61, price: "10.5000" })).toBe(bars)
    expect(withLivePrice([], { atMs: 61, price: "10.5000" })).toEqual([])
  })
})

describe("the receipt of a contract", () => {
  it("can be computed by hand from the receipt", () => {
    const text = words(<ContractFormula order={settled} price={undefined} />)
    expect(text).toContain("₦10,000.00 × 5 × (25.91 − 25.40) ÷ 25.40")
    for (const result of ["= +₦1,003.94", "= ₦50.00", "= +₦953.94", "= ₦10,953.94"])
      expect(text).toContain(result)
  })

  it.each([
    ["open", opened],
    ["settled", settled],
  ])("says what it costs of the stake, and the move that costs nothing, while %s", (_, order) => {
    const receipt = words(<ContractFigures order={order} price="25.4000" stale={false} />)
    expect(receipt).toContain("0.10% of ₦50,000.00: 0.50% of your stake")
    expect(receipt).toContain("a price move of +0.10% from the entry")
  })

  it("has no formula and no empty element for it while the settlement is delayed", () => {
    const sum = (order: typeof opened) => words(<ContractFormula order={order} price="25.9100" />)
    expect(sum(opened)).toContain(english["receipt.formula"])
    expect(sum({ ...opened, delayedSinceMs: 61_100 })).toBe("")
  })
})

it("shows limits that are in force, and says of the stop-out what is lost there", () => {
  const limits = (summary: string) =>
    renderToStaticMarkup(
      <Disclosure title="Limits" summary={summary} forced={false}>
        fields
      </Disclosure>,
    )
  expect(limits("Stop-loss 231.53")).toContain("open")
  expect(limits("")).not.toContain("open")
  const note = (stopOutBps: number) =>
    words(<TicketCosts terms={{ commissionPpm: 1_000, stopOutBps }} figures={null} />)
  expect(note(10_000)).toContain("you lose your whole stake")
  expect(note(8_000)).toContain("you lose 80.00% of your stake")
})

it("starts the scenario at the greatest loss for both directions", () => {
  const order = { stake: "10000.00", leverage: 5, commissionPpm: 1_000, stopOutBps: 10_000 }
  for (const direction of ["up", "down"] as const) {
    const { scenario } = figuresOf({ ...order, direction }, "25.4000")
    const text = words(<Scenario points={scenario} direction={direction} />)
    expect(text).toContain(direction === "up" ? "−5.00%" : "+5.00%")
    expect(text.replace(/ /g, "")).toContain("−₦2,550.00")
  }
})

describe("the levels of a ticket", () => {
  const ticketWith = (values: Partial<Record<DraftField, string>>) => ({
    phase: "editing" as const,
    field: (name: DraftField) => ({ value: values[name] ?? "", onChange: () => undefined }),
    set: () => undefined,
    parts: [],
    error: undefined,
    refusal: undefined,
    notRecorded: undefined,
    contractId: null,
    noticeRef: () => undefined,
    review: () => undefined,
    intent: null,
    requote: () => undefined,
    back: () => undefined,
    confirm: () => undefined,
    again: () => undefined,
  })
  const readings = (values: Partial<Record<DraftField, string>>) =>
    words(<LimitFields ticket={ticketWith(values)} terms={product} />, "de-DE").match(
      /= [\d.,]+(?:\u00a0%)?/gu,
    )

  it("show how typed separators are read", () => {
    expect(readings({ slippage: "0.5 %", stopLoss: "12.500", takeProfit: "25.4" })).toEqual([
      "= 12.500,00",
      "= 25,40",
      "= 0,50\u00a0%",
    ])
    expect(readings({ slippage: "0,5", stopLoss: "12500", takeProfit: "x" })).toBeNull()
  })
})
