/** Who must have signed an answer about a contract, and what the device may know of the market before. */
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { FIRST_PREVIOUS_HASH, tickText } from "../../src/domain/chain.ts"
import {
  checkpointKey,
  checkSettlement,
  contractFileText,
  hasOldForm,
  type KnownMarket,
  marketKeyText,
  marketWithKey,
  openCheckpoint,
  readMarketKey,
  receiptKey,
} from "../../src/domain/check-settlement.ts"
import { type Order, OrderDetail } from "../../src/domain/entities.ts"
import { acceptedText, closeText, receiptText } from "../../src/domain/tick-log/receipt.ts"
import { encodeProof } from "../../src/domain/tick-log/settlement-proof.ts"
import { encodeKey, KEY_KIND } from "../../src/domain/tick-log/signed-note.ts"
import { acceptedContract } from "../support/contracts.ts"
import { checkpointOf, newSigningKey, proofOf, signedCheckpoint, withReceipt } from "../support/market-log.ts"
import { answered, at, journal, key, seenIn, settled } from "../support/proved-contracts.ts"

const { publicKey } = key
const honest = answered(settled)
const market = (known: Partial<KnownMarket> = {}): KnownMarket => ({ ...marketWithKey(publicKey), ...known })
const reasonOf = async (detail: OrderDetail, known: Partial<KnownMarket> = {}) =>
  seenIn(await checkSettlement(detail, market(known)))
const changed = (differs: Partial<Order>): OrderDetail => ({
  ...honest,
  order: { ...honest.order, ...differs },
})

describe("an answer about a contract", () => {
  it("is refused, and says no more, where no key of the market is known", async () => {
    expect(await checkSettlement(honest, market({ publicKey: null }))).toEqual({
      ...{ kind: "refused", reason: "key", published: null, recomputed: null },
    })
  })

  it.each([
    ["cannot be read", "no checkpoint"],
    ["is of another market", signedCheckpoint(checkpointOf("BTC", journal, 100), key)],
    ["is signed by another", signedCheckpoint(checkpointOf("AAPL", journal, 100), newSigningKey())],
    ["is none", ""],
  ])("is refused where the checkpoint of its acceptance %s", async (_, checkpoint) => {
    expect(await checkSettlement(changed({ checkpoint }), market())).toEqual({
      ...{ kind: "refused", reason: "anchor", published: null, recomputed: null },
    })
  })

  it("is refused where its proof is signed by another, or is cut off", async () => {
    const signature = newSigningKey().sign("x")
    expect(await reasonOf(answered(settled, journal, { signature }))).toBe("key")
    expect(await reasonOf({ ...honest, proof: (honest.proof ?? "").slice(0, -40) })).toBe("unreadable")
  })

  it("is refused with two signatures in its receipt", async () => {
    const receipt = `${honest.order.receipt}${honest.order.receipt}`
    expect(await reasonOf(changed({ receipt }))).toBe("terms")
    const other = withReceipt(honest.order, newSigningKey()).receipt ?? ""
    expect(await reasonOf(changed({ receipt: `${honest.order.receipt}${other}` }))).toBe("terms")
  })
})

describe("the text that the market signs", () => {
  const order: Order = { ...acceptedContract, stake: "10000", quotedPrice: "25.39", checkpoint: "a note\n" }
  const terms = [
    "financial-links/contract",
    'id "o1"',
    'productId "p1"',
    'symbol "AAPL"',
    'direction "up"',
    'stake "10000"',
    "leverage 5",
    "periodDays 1",
    "dayMs null",
    "openTimeoutMs null",
    "commissionPpm 1000",
    "stopOutBps 10000",
    'quotedPrice "25.39"',
    "slippageBps null",
    "takeProfit null",
    "stopLoss null",
    "acceptedAtMs 1000",
    "closeRequestedAtMs null",
  ]

  it("is the same in every release: a term on each line, and the checkpoint at the end", () => {
    expect(receiptText(order).split("\n")).toEqual([...terms, '"a note\\n"', ""])
    expect(receiptText(acceptedContract).split("\n").at(-2)).toBe("null")
    const current = receiptText({ ...order, rulesVersion: 2 }).split("\n")
    expect(current).toEqual([...terms, "rulesVersion 2", '"a note\\n"', ""])
  })

  it("has amounts and prices in one form when it is compared later", () => {
    const closing: Order = { ...order, takeProfit: "26.5", stopLoss: "24", closeRequestedAtMs: 2_000 }
    const lines = (text: string) => text.split("\n").filter((line) => !terms.includes(line))
    const exact = ['stake "10000.00"', 'quotedPrice "25.3900"', 'takeProfit "26.5000"', 'stopLoss "24.0000"']
    expect(lines(closeText(closing))).toEqual([...exact, "closeRequestedAtMs 2000", '"a note\\n"', ""])
    expect(lines(acceptedText(closing))).toEqual([...exact, '"a note\\n"', ""])
    expect(acceptedText({ ...order, closeRequestedAtMs: 1 })).toBe(acceptedText(order))
  })
})

describe("an answer without the checkpoint of its acceptance", () => {
  const { checkpoint: _, receipt: __, ...bare } = honest.order
  const { dayMs: ___, openTimeoutMs: ____, ...old } = bare
  const unanchored = (order: Order, receiptsSinceMs: number | null): OrderDetail => {
    const checkpoint = checkpointOf("AAPL", journal, journal.length, at(1_499).atMs, receiptsSinceMs)
    return { ...honest, order, proof: encodeProof(proofOf(order, journal, 0, checkpoint, key)) }
  }

  it("needs no receipt where the market signed none yet", async () => {
    expect(await reasonOf(unanchored(bare, bare.acceptedAtMs + 1))).toBe("verified")
    const signed = withReceipt(bare, key)
    expect(await reasonOf(unanchored({ ...signed, leverage: 4 }, bare.acceptedAtMs + 1))).toBe("terms")
  })

  it("of a market that does not say since when is refused, but for a release that stored no day", async () => {
    expect(await reasonOf(unanchored(bare, null))).toBe("anchor")
    expect(await reasonOf(unanchored(old, null))).toBe("verified")
    expect(await reasonOf(unanchored(old, null), { receiptsSinceMs: old.acceptedAtMs })).toBe("anchor")
  })

  it("in the old form is refused as stripped where the device knows that there was one", async () => {
    const { proof: ____, ...detail } = honest
    const oldForm = { ...detail, order: old }
    expect(await reasonOf(oldForm)).toBe("old-form")
    expect(await reasonOf(oldForm, { receiptsSinceMs: old.acceptedAtMs + 1 })).toBe("old-form")
    expect(await reasonOf(oldForm, { receiptsSinceMs: old.acceptedAtMs })).toBe("stripped")
    expect(await reasonOf(oldForm, { acceptedWith: "a checkpoint" })).toBe("stripped")
  })

  it("has the old form only without proof, day and checkpoint", () => {
    const { proof, ...detail } = honest
    const { checkpoint } = honest.order
    expect(hasOldForm({ ...detail, order: old })).toBe(true)
    expect(hasOldForm({ ...detail, order: old, proof: proof ?? null })).toBe(false)
    expect(hasOldForm({ ...detail, order: { ...old, dayMs: 1 } })).toBe(false)
    expect(
      hasOldForm({ ...detail, order: { ...old, ...(checkpoint !== undefined && { checkpoint }) } }),
    ).toBe(false)
  })
})

describe("the key of a market", () => {
  it("is read from the text that it is written as, and from no other", () => {
    const text = marketKeyText(publicKey)
    expect(readMarketKey(text)).toEqual(publicKey)
    expect(readMarketKey(encodeKey(checkpointKey("AAPL", publicKey)))).toBeNull()
    expect(readMarketKey(encodeKey({ ...receiptKey(publicKey), kind: KEY_KIND.cosignature }))).toBeNull()
    for (const damaged of ["", "x", text.slice(1), `${text}A`]) expect(readMarketKey(damaged)).toBeNull()
  })

  it("opens a checkpoint with one signature of it, in its one form", async () => {
    const checkpoint = checkpointOf("AAPL", journal, 100)
    const note = signedCheckpoint(checkpoint, key)
    const open = (text: string) => openCheckpoint(text, "AAPL", publicKey)
    const signature = note.slice(note.indexOf("\n\n") + 2)
    expect(await open(note)).toEqual(checkpoint)
    expect(await open(`${note}${signature}`)).toBeNull()
    const other = signedCheckpoint(checkpoint, newSigningKey())
    expect(await open(`${note}${other.slice(other.indexOf("\n\n") + 2)}`)).toBeNull()
    for (const text of ["", "x\n", note.replace("AAPL", "BTC"), note.slice(0, -1)])
      expect(await open(text)).toBeNull()
    expect(await openCheckpoint(note, "BTC", publicKey)).toBeNull()
  })
})

it("the file of a contract is what the API sends, to be read by people too", () => {
  const text = contractFileText(honest)
  expect(Schema.decodeUnknownSync(OrderDetail)(JSON.parse(text))).toEqual(honest)
  expect(text).toContain(`\n    "accepted_at_ms": ${settled.acceptedAtMs},\n`)
})

it("a tick's text has its fields on lines of their own, after the hash before it", () => {
  expect(FIRST_PREVIOUS_HASH).toMatch(/^0{64}$/)
  const tick = { symbol: "AAPL", seq: 1, atMs: 2, price: "3.0000", previousHash: "ab" }
  expect(tickText(tick)).toBe("ab\nAAPL\n1\n2\n3.0000")
})
