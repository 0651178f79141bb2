import { createIntl } from "react-intl"
import { describe, expect, it, vi } from "vitest"
import english from "../../locales/en.json" with { type: "json" }
import type { BankCard, CryptoAddress, Deposit, WithdrawalTerms } from "../../src/domain/cash.ts"
import type { LocaleTag } from "../../src/domain/locale.ts"
import { resultTexts } from "../../src/features/deposit/payment-result.tsx"
import { isShownAbove, joinLoaded, type Loadable, mapLoaded } from "../../src/features/patterns/loaded.tsx"
import { rateFigure } from "../../src/features/patterns/rate.tsx"
import { daysOf, groupByDay } from "../../src/features/patterns/record-list.tsx"
import { unavailableOf } from "../../src/features/wallet/balance.tsx"
import { destinationOptions, inFours, shortAddress } from "../../src/features/withdraw/withdraw-options.ts"

const loaded = <Data>(data: Data, atMs: number): Loadable<Data> => ({
  data,
  atMs,
  failure: undefined,
  busy: false,
  onRetry: () => {},
})
const failed: Loadable<number> = {
  data: undefined,
  atMs: undefined,
  failure: { reason: "no-answer.network" },
  busy: false,
  onRetry: () => {},
}

const card: BankCard = {
  id: "card",
  bankName: "First Bank",
  cardNumber: "•••• 4242",
  username: "Ada",
  addedAtMs: 1,
  usableAtMs: 2,
}
const address = (id: string, network: string): CryptoAddress => ({
  id,
  network,
  address: "TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE",
  addedAtMs: 1,
  usableAtMs: 2,
})
const terms = (network: string | null): WithdrawalTerms => ({
  method: network === null ? "bank" : "crypto",
  network,
  minimum: "1.00",
  maximum: "2.00",
  fee: "0.50",
  arrivalMinutes: 1,
})

it("the result of a payment whose notice could not be used is said to be looked at", () => {
  const payment = { way: 3, link: null, expiresAtMs: 1 } as const
  const deposit: Deposit = {
    ...{ id: "d", atMs: 1, network: "Alipay", address: "", currency: "NGN", number: "1.00", payment },
    ...{ status: 0, reason: null, reviewedAtMs: null },
  }
  expect(resultTexts(deposit, undefined)).toEqual({ title: "pay.pending", text: "pay.link-expired.text" })
  expect(resultTexts(deposit, "https://pay.example")).toEqual({
    title: "pay.pending",
    text: "pay.pending.text",
  })
  const lookedAt = { ...deposit, payment: { ...payment, isLookedAt: true } }
  expect(resultTexts(lookedAt, undefined)).toEqual({ title: "pay.looked-at", text: "pay.looked-at.text" })
  const cancelled = { ...deposit, status: 2, payment: { ...payment, isCancelled: true } } as const
  expect(resultTexts(cancelled, undefined)).toEqual({ title: "pay.cancelled", text: "pay.fail.text" })
})

import { createPaymentLink } from "../../src/features/deposit/pay-form.tsx"

describe("the rate of a record", () => {
  const shown = (locale: LocaleTag, price: string) => {
    const intl = createIntl({ locale, messages: english })
    return rateFigure(intl, { asset: "USDT", price }).value
  }

  it("has two decimals, and four where the last two count, with the sign where the language has it", () => {
    expect(shown("en-US", "1600.0000")).toBe("1 USDT = ₦1,600.00")
    expect(shown("en-US", "1600.0001")).toBe("1 USDT = ₦1,600.0001")
    expect(shown("de-DE", "1600.0001")).toBe("1 USDT = 1.600,0001\u00a0₦")
  })
})

describe("withdrawal destinations", () => {
  it("are the cards and addresses with the terms of their method", () => {
    const options = destinationOptions([card], [address("a", "BTC")], [terms("BTC"), terms(null)])
    expect(
      options.map(({ destination }) => [destination.destinationId, destination.label, destination.network]),
    ).toEqual([
      ["card", "First Bank •••• 4242", null],
      ["a", "BTC TQn9Y2…KcbLSE", "BTC"],
    ])
  })

  it("leave out cards and addresses without terms", () => {
    expect(
      destinationOptions([card], [address("a", "BTC"), address("b", "USDT-TRC20")], [terms("BTC")]),
    ).toHaveLength(1)
    expect(destinationOptions([card], [], [])).toEqual([])
  })

  it("have the whole address for the last confirmation, in groups of four", () => {
    const [bank, wallet] = destinationOptions([card], [address("a", "BTC")], [terms("BTC"), terms(null)])
    expect(bank?.whole).toBeUndefined()
    expect(wallet?.whole?.address).toBe(address("a", "BTC").address)
    const whole = "0x52908400098527886E0F7030069857D2E4169EE7"
    expect(inFours(whole).join("")).toBe(whole)
    expect(inFours(whole).map((group) => group.length)).toEqual([...Array(10).fill(4), 2])
  })

  it("shorten a long address to its ends and leave a short one", () => {
    expect(shortAddress("0x52908400098527886E0F7030069857D2E4169EE7")).toBe("0x5290…169EE7")
    expect(shortAddress("1234567890123456")).toBe("1234567890123456")
  })
})

describe("projections of query results", () => {
  it("adds up the locked balance to the kobo", () => {
    const wallet = { available: "1.00", todayDividend: "0.00", totalDividend: "0.00" }
    expect(unavailableOf({ ...wallet, inContracts: "0.10", inWithdrawals: "0.20" })).toBe("0.30")
  })

  it("groups items of one day, also those that another stands between, and keeps their order", () => {
    const groups = groupByDay(["b2", "b1", "a9", "b0"], (item) => item.slice(0, 1))
    expect(groups).toEqual([
      { day: "b", items: ["b2", "b1", "b0"] },
      { day: "a", items: ["a9"] },
    ])
  })

  it.each(["Africa/Cairo", "Asia/Beirut", "America/Santiago", "Atlantic/Azores", "Africa/Lagos"])(
    "names the local day of a time, also where clocks change at midnight: %s",
    (zone) => {
      vi.stubEnv("TZ", zone)
      const nameOf = (atMs: number) => new Date(atMs).toDateString()
      const dayOf = daysOf(nameOf)
      const times = Array.from({ length: 366 * 48 }, (_, index) => Date.UTC(2026, 0, 1) + index * 1_800_000)
      const wrong = [...times, ...times.toReversed()].filter((atMs) => dayOf(atMs) !== nameOf(atMs))
      vi.unstubAllEnvs()
      expect(wrong.map((atMs) => new Date(atMs).toISOString())).toEqual([])
    },
  )

  it("joins two queries: as old as the older one, failed as soon as one is", () => {
    const sum = (a: number, b: number) => a + b
    expect(joinLoaded(loaded(1, 20), loaded(2, 10), sum)).toMatchObject({ data: 3, atMs: 10 })
    const half = joinLoaded(loaded(1, 20), failed, sum)
    expect(half.data).toBeUndefined()
    expect(half.failure?.reason).toBe("no-answer.network")
    expect(mapLoaded(failed, String).data).toBeUndefined()
  })
})

describe("failures on a page", () => {
  it("shows each reason once, at the first query without data", () => {
    const again: Loadable<number> = { ...failed }
    const refused: Loadable<number> = { ...failed, failure: { reason: "session.required" } }
    const recalled: Loadable<number> = { ...failed, data: 1, atMs: 1 }
    const all = [loaded(1, 1), recalled, failed, refused, again]
    expect(all.map((each) => isShownAbove(each, all))).toEqual([false, false, false, false, true])
  })
})

it("opens the provider's page once for each payment that was started on the page", () => {
  const open = vi.fn<(url: string) => void>()
  const { onStarted, onLink } = createPaymentLink(open)
  onLink("https://pay.example/1")
  onStarted()
  for (const number of [2, 3]) onLink(`https://pay.example/${number}`)
  onStarted()
  onLink("https://pay.example/4")
  expect(open.mock.calls).toEqual([["https://pay.example/2"], ["https://pay.example/4"]])
})
