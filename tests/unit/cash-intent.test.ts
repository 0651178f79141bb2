import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type AssetRate, agreedRate } from "../../src/domain/asset-rate.ts"
import {
  checkDeposit,
  checkWithdrawal,
  DEPOSIT_FIELDS,
  type DepositDraft,
  depositFieldOf,
  depositTerms,
  destinationTerms,
  paymentTerms,
  WITHDRAWAL_FIELDS,
  withdrawalFieldOf,
} from "../../src/domain/cash-intent.ts"
import { koboOf } from "../../src/domain/money.ts"
import { isProvided, type PaymentOffer, paymentResultOf } from "../../src/domain/payment.ts"
import { destination, english, network, paymentChoice, ratedNetwork } from "../support/money-events.ts"

describe("deposits and withdrawals", () => {
  it("take their terms as they were offered, with the rate where there is one", () => {
    const rate: AssetRate = {
      ...{ id: "r1", asset: "USDT", decimals: 6, price: "1600.0000", atMs: 500, expiresAtMs: 2_000 },
    }
    const { networkId, rate: _, way: __, ...offered } = network
    expect(depositTerms({ ...offered, id: networkId, arrivalMinutes: 5 })).toEqual(network)
    expect(depositTerms({ ...offered, id: networkId, arrivalMinutes: 5, rate })).toEqual(ratedNetwork)
    const { destinationId: id, label, rate: ___, ...terms } = destination
    expect(destinationTerms({ id, label }, terms)).toEqual(destination)
    expect(destinationTerms({ id, label }, { ...terms, rate })).toEqual({
      ...destination,
      rate: agreedRate(rate),
    })
  })

  it.each([
    [2, "wechat"],
    [3, "alipay"],
  ] as const)("by way %s are those of %s", (way, provider) => {
    const offer: PaymentOffer = { way, minimum: "1.00", maximum: "9.00" }
    const bounds = { minimum: "1.00", maximum: "9.00" }
    if (!isProvided(offer)) throw new Error("a provider carries it out")
    expect(paymentTerms(offer)).toEqual({
      ...{ networkId: provider, network: provider, address: "", ...bounds, way },
    })
    expect(isProvided({ way: 1, ...bounds })).toBe(false)
  })

  it("by a payment have the result of their record's status", () => {
    expect(([0, 1, 2] as const).map(paymentResultOf)).toEqual(["pending", "success", "fail"])
  })

  const choose = { reason: "field.choose" }
  const required = { reason: "field.required" }
  it("name every problem at once, in the order of the fields", () => {
    const empty = checkDeposit({ terms: null, amount: "", proofId: null }, english)
    expect(empty).toEqual({ problems: { network: choose, amount: required, proof: choose }, intent: null })
    expect(Object.keys(empty.problems)).toEqual([...DEPOSIT_FIELDS])
    const none = checkWithdrawal({ destination: null, amount: "" }, "20000.00", english)
    expect(none).toEqual({ problems: { destination: choose, amount: required }, intent: null })
    expect(Object.keys(none.problems).toSorted()).toEqual([...WITHDRAWAL_FIELDS])
    const nowhere = checkWithdrawal({ destination: null, amount: "5000" }, "20000.00", english)
    expect(nowhere).toEqual({ problems: { destination: choose }, intent: null })
  })

  it.each<[string, Partial<DepositDraft>, object]>([
    ["no network", { terms: null }, { network: choose }],
    ["no proof", { proofId: null }, { proof: choose }],
    ["too much", { amount: "1000000.01" }, { amount: { reason: "field.above-maximum" } }],
    ["no amount", { amount: "0" }, { amount: { reason: "field.zero" } }],
  ])("are no deposit with %s", (_, changes, expected) => {
    const draft: DepositDraft = { terms: network, amount: "1000000", proofId: "i1" }
    expect(checkDeposit(draft, english).problems).toEqual({})
    const { problems, intent } = checkDeposit({ ...draft, ...changes }, english)
    expect(problems).toMatchObject(expected)
    expect(Object.keys(problems)).toEqual(Object.keys(expected))
    expect(intent).toBeNull()
  })

  it("are sent a unit more, and paid out a unit less, where the rate leaves a rest", () => {
    const sent = checkDeposit({ terms: ratedNetwork, amount: "1000.01", proofId: "i1" }, english)
    expect(sent.intent?.conversion).toMatchObject({ amount: "0.625007", rateId: "r1" })
    const rated = { ...destination, ...(ratedNetwork.rate && { rate: ratedNetwork.rate }) }
    const paid = checkWithdrawal({ destination: rated, amount: "850.01" }, "20000.00", english)
    expect(paid.intent?.conversion).toMatchObject({ amount: "0.500006", rateId: "r1" })
  })

  it("fix network, address, amount and proof of a deposit", () => {
    expect(checkDeposit({ terms: network, amount: "5,000", proofId: "i1" }, english).intent).toStrictEqual({
      ...{ networkId: "n1", network: "USDT-TRC20", address: "TXYZ", amount: "5000.00", proofId: "i1" },
    })
  })

  it.each<[string, string, string]>([
    ["499.99", "20000.00", "field.below-minimum"],
    ["100000.01", "900000.00", "field.above-maximum"],
    ["600.01", "600.00", "field.above-balance"],
  ])("of %s with %s there are refused: %s", (amount, available, reason) => {
    const { problems, intent } = checkWithdrawal({ destination, amount }, available, english)
    expect(problems).toMatchObject({ amount: { reason } })
    expect(intent).toBeNull()
  })

  it("pay out one kobo above the fee, and none at it", () => {
    const cheap = { ...destination, minimum: "0.01" }
    const received = (amount: string) =>
      checkWithdrawal({ destination: cheap, amount }, "20000.00", english).intent?.received
    expect(["49.99", "50.00", "50.01"].map(received)).toEqual([undefined, undefined, "0.01"])
  })

  it("receive what was taken but for the fee, whatever is typed", () => {
    fc.assert(
      fc.property(fc.integer({ min: 50_000, max: 2_000_000 }), (kobo) => {
        const amount = (kobo / 100).toFixed(2)
        const { intent } = checkWithdrawal({ destination, amount }, "20000.00", english)
        expect(koboOf(intent?.received ?? "0.00") + koboOf(destination.fee)).toBe(BigInt(kobo))
      }),
    )
  })

  it("show a refusal at the field that it names, else at that of its reason", () => {
    const ofDeposit = {
      ...{ network_id: "network", way: "network", amount: "amount", proof_image: "proof", other: null },
    }
    const ofWithdrawal = {
      amount: "amount",
      method: "destination",
      destination_id: "destination",
      other: null,
    }
    for (const [field, expected] of Object.entries(ofDeposit))
      expect(depositFieldOf({ reason: "other", field })).toBe(expected)
    for (const [field, expected] of Object.entries(ofWithdrawal))
      expect(withdrawalFieldOf({ reason: "other", field })).toBe(expected)
    const deposits = {
      ...{ "network-unknown": "network", "below-minimum": "amount", "above-maximum": "amount" },
      ...{ "proof-unknown": "proof", other: null },
    }
    const withdrawals = {
      ...{ "insufficient-balance": "amount", "below-minimum": "amount", "above-maximum": "amount" },
      ...{ "destination-unknown": "destination", "destination-cooling-off": "destination", other: null },
    }
    for (const [reason, expected] of Object.entries(deposits))
      expect(depositFieldOf({ reason: `deposit.${reason}` })).toBe(expected)
    for (const [reason, expected] of Object.entries(withdrawals))
      expect(withdrawalFieldOf({ reason: `withdrawal.${reason}` })).toBe(expected)
    expect(depositFieldOf({ reason: "deposit.below-minimum", field: "proof_image" })).toBe("proof")
  })

  it("need no proof for a payment, and send none that is left of a deposit", () => {
    const checked = checkDeposit({ terms: paymentChoice, amount: "1000", proofId: "i1" }, english)
    expect(checked).toEqual({
      problems: {},
      intent: { networkId: "alipay", network: "alipay", address: "", amount: "1000.00", way: 3 },
    })
    const unproved = checkDeposit({ terms: paymentChoice, amount: "1000", proofId: null }, english)
    expect(unproved).toEqual(checked)
    const draft: DepositDraft = { terms: paymentChoice, amount: "999.99", proofId: null }
    expect(checkDeposit(draft, english)).toMatchObject({
      problems: { amount: { reason: "field.below-minimum" } },
      intent: null,
    })
    expect(depositFieldOf({ reason: "payment.way-unknown" })).toBe("network")
  })

  it("fix fee, received amount and arrival before anything is sent", () => {
    const { problems, intent } = checkWithdrawal({ destination, amount: "5000" }, "20000.00", english)
    expect(problems).toEqual({})
    expect(intent).toEqual({
      destinationId: "d1",
      label: destination.label,
      method: "bank",
      network: null,
      amount: "5000.00",
      fee: "50.00",
      received: "4950.00",
      arrivalMinutes: 60,
    })
    const over = checkWithdrawal({ destination, amount: "20000.01" }, "20000.00", english)
    expect(over.problems.amount?.reason).toBe("field.above-balance")
  })

  it("never say that nothing or less would arrive", () => {
    const dear = { ...destination, minimum: "1.00", fee: "50.00" }
    const { intent, problems } = checkWithdrawal({ destination: dear, amount: "50" }, "20000.00", english)
    expect(intent).toBeNull()
    expect(problems.amount).toEqual({ reason: "withdrawal.below-fee", params: { fee: "50.00" } })
  })
})
