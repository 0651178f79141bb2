import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { initialTransition, transition } from "xstate"
import { depositMachine, depositRefusal } from "../../machines/deposit.ts"
import {
  ASSET_DECIMALS_MAX,
  type AssetRate,
  agreedRate,
  convert,
  isRateRefusal,
  paymentUri,
} from "../../src/domain/asset-rate.ts"
import { checkDeposit, checkWithdrawal } from "../../src/domain/cash-intent.ts"
import { amountOf, koboOf, priceOf, priceUnitsOf } from "../../src/domain/money.ts"
import type { DepositEvent } from "../../src/events/money.ts"
import {
  at,
  depositWords,
  destination,
  english,
  keyOf,
  network,
  ratedNetwork,
  requotedNetwork,
} from "../support/money-events.ts"

const rate = (price: string, decimals: number): AssetRate => ({
  id: "r",
  asset: "X",
  decimals,
  price,
  atMs: 0,
  expiresAtMs: 1,
})

describe("a conversion", () => {
  it.each([
    ["50000.00", "1600.0000", 6, "31.25", "31.25"],
    ["1000.00", "1600.0000", 2, "0.63", "0.62"],
    ["20000.00", "144000000.0000", 8, "0.00013889", "0.00013888"],
    ["1.00", "3.0000", 18, "0.333333333333333334", "0.333333333333333333"],
    ["100.00", "50.0000", 0, "2", "2"],
    ["10000.00", "50.0000", 2, "200", "200"],
    ["10100.00", "50.0000", 4, "202", "202"],
    ["5000.00", "10000.0000", 3, "0.5", "0.5"],
    ["1.00", "999999.0000", 2, "0.01", "0"],
  ])("of ₦%s at %s in %d decimals sends %s, pays %s", (naira, price, decimals, up, down) => {
    expect(convert(naira, rate(price, decimals), "up").amount).toBe(up)
    expect(convert(naira, rate(price, decimals), "down").amount).toBe(down)
  })

  it("never sends too little and never promises too much, by less than one unit", () => {
    const unitsOf = (amount: string, decimals: number) => {
      const [whole = "", fraction = ""] = amount.split(".")
      return BigInt(whole + fraction.padEnd(decimals, "0"))
    }
    fc.assert(
      fc.property(
        fc.bigInt(1n, 10n ** 15n),
        fc.bigInt(1n, 10n ** 13n),
        fc.integer({ min: 0, max: 18 }),
        (kobo, price, decimals) => {
          const at = rate(priceOf(price), decimals)
          const up = unitsOf(convert(amountOf(kobo), at, "up").amount, decimals)
          const down = unitsOf(convert(amountOf(kobo), at, "down").amount, decimals)
          const worth = (units: bigint) => units * priceUnitsOf(at.price)
          const wanted = koboOf(amountOf(kobo)) * 10n ** BigInt(decimals + 2)
          expect(worth(up) >= wanted && worth(down) <= wanted && up - down <= 1n).toBe(true)
        },
      ),
    )
  })
})

it("is agreed with all of its terms, and converts with them", () => {
  const offered = { ...rate("1600.0000", 6), atMs: 500, expiresAtMs: 900 }
  const { id, ...terms } = offered
  expect(agreedRate(offered)).toEqual({ ...terms, rateId: id })
  expect(convert("1600.00", offered, "up")).toEqual({
    asset: "X",
    amount: "1",
    price: "1600.0000",
    atMs: 500,
  })
})

it.each([
  ["rate.expired", true],
  ["rate.missing", true],
  ["rate.unknown", true],
  ["rate", false],
  ["order.stale-price", false],
  ["", false],
  [undefined, false],
])("a refusal for %s concerns the rate: %s", (reason, concerns) => {
  expect(isRateRefusal(reason)).toBe(concerns)
})

it("becomes a payment request where the network has one, else the address", () => {
  expect(paymentUri("ETH", "0x1", "2", ASSET_DECIMALS_MAX)).toBe("ethereum:0x1@1?value=2000000000000000000")
  expect(paymentUri("ETH", "0x1", "0.000000000000000001", 18)).toBe("ethereum:0x1@1?value=1")
  expect(paymentUri("BTC", "bc1q0", "0.00013889", 8)).toBe("bitcoin:bc1q0?amount=0.00013889")
  expect(paymentUri("ETH", "0x1", "0.5", 18)).toBe("ethereum:0x1@1?value=500000000000000000")
  expect(paymentUri("USDT-ERC20", "0x1", "31.25", 6)).toBe(
    "ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7@1/transfer?address=0x1&uint256=31250000",
  )
  expect(paymentUri("USDT-TRC20", "T1", "31.25", 6)).toBe("T1")
})

describe("an intent", () => {
  const draft = { terms: ratedNetwork, amount: "5000", proofId: "i1" }
  it("fixes what is sent at the rate that it names", () => {
    expect(checkDeposit(draft, english).intent?.conversion).toEqual({
      ...{ asset: "USDT", amount: "3.125", price: "1600.0000", atMs: 500, rateId: "r1" },
    })
    expect(checkDeposit({ ...draft, terms: network }, english).intent).not.toHaveProperty("conversion")
  })

  it("of a withdrawal converts what is left after the fee", () => {
    const rated = { ...destination, rate: agreedRate(rate("1600.0000", 6)) }
    const checked = checkWithdrawal({ destination: rated, amount: "850" }, "9999.00", english)
    expect(checked.intent?.conversion?.amount).toBe("0.5")
  })
})

it.each(["rate.expired", "rate.missing"])(
  "a deposit refused for %s says so, keeps all else, and goes on at the new rate",
  (reason) => {
    const walk = (events: readonly DepositEvent[]) =>
      events.reduce(
        (snapshot, event) => transition(depositMachine, snapshot, event)[0],
        initialTransition(depositMachine)[0],
      )
    const sent: readonly DepositEvent[] = [
      { type: "deposit.open", visit: "v1", separators: english, at },
      { type: "deposit.choose", terms: ratedNetwork, at },
      { type: "deposit.change", value: "5000", at },
      { type: "deposit.proofStored", imageId: "i1", at },
      depositWords.send(keyOf(1)),
      {
        ...{ type: "deposit.resolved", key: keyOf(1), at },
        outcome: { type: "refused", failure: { reason, field: "rate_id" } },
      },
    ]
    expect(depositRefusal(walk(sent))?.reason).toBe(reason)
    const requoted: readonly DepositEvent[] = [
      ...sent,
      { type: "deposit.requote", terms: requotedNetwork, at },
    ]
    const taken = walk(requoted)
    expect([taken.value, depositRefusal(taken)]).toEqual([{ filling: "paying" }, null])
    expect(taken.context.draft).toEqual({ terms: requotedNetwork, amount: "5000", proofId: "i1" })
    const again = walk([...requoted, depositWords.send(keyOf(2))])
    expect(again.context.intent?.conversion).toMatchObject({ rateId: "r2", price: "1700.0000" })
  },
)
