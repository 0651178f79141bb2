/** Promises of a member's own limits, and orders that a market accepted past them. */
import { describe, expect, it } from "vitest"
import { verify } from "../../server/verify/verify.ts"
import { checkSettlement, type KnownMarket, marketWithKey } from "../../src/domain/check-settlement.ts"
import type { Order, OrderDetail } from "../../src/domain/entities.ts"
import { type LimitPromise, memberHash, promiseHash } from "../../src/domain/limit-promise.ts"
import { newSigningKey, signedOwner, signedPromise, withReceipt } from "../support/market-log.ts"
import { accepted, answered, journal, key, published, seenIn } from "../support/proved-contracts.ts"

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const order = withReceipt(accepted({ stake: "10000.00" }), key)
const atMs = order.acceptedAtMs

type Change = Partial<Omit<LimitPromise, "member" | "number" | "previous">>

/** Promises of one member, each with what the one before says where it does not differ. */
const promises = (...changes: readonly Change[]): readonly LimitPromise[] => {
  const made: LimitPromise[] = []
  for (const change of changes) {
    const before = made.at(-1)
    const first = {
      ...{ member: memberHash("m1"), atMs: atMs - 40 * DAY_MS, limits: {}, waiting: {} },
      ...{ pausedUntilMs: null, excludedUntilMs: null },
    }
    const previous = before === undefined ? "" : promiseHash(before)
    made.push({ ...first, ...before, ...change, number: made.length + 1, previous })
  }
  return made
}

const notes = (made: readonly LimitPromise[]) => made.map((promise) => signedPromise(promise, key))
const detailOf = (made: readonly LimitPromise[], differs: Partial<Order> = {}): OrderDetail => {
  const ofOrder = withReceipt({ ...order, ...differs }, key)
  return {
    ...{ order: ofOrder, currentPrice: "25.0000", entryTicks: [], exitTicks: [], promises: notes(made) },
    owner: signedOwner(ofOrder.id, "m1", key),
  }
}
const verdict = async (detail: OrderDetail, differs: Partial<KnownMarket> = {}) =>
  seenIn(await checkSettlement(detail, { ...marketWithKey(key.publicKey), ...differs }))
const of = (...changes: readonly Change[]) => verdict(detailOf(promises(...changes)))

describe("an order", () => {
  it("past a signed limit, pause or exclusion is named, and one within them is not", async () => {
    expect(await of({ limits: { stake_day: "9999.99" } })).toBe("limit")
    expect(await of({ limits: { loss_week: "9999.99" } })).toBe("limit")
    expect(await of({ limits: { open_contracts: "0" } })).toBe("limit")
    expect(await of({ pausedUntilMs: atMs + HOUR_MS })).toBe("limit")
    expect(await of({ excludedUntilMs: atMs + HOUR_MS })).toBe("limit")
    const within = { stake_day: "10000.00", loss_month: "10000.00", open_contracts: "1", deposit_day: "0.00" }
    const ended = { pausedUntilMs: atMs, excludedUntilMs: atMs - 1 }
    expect(await of({ limits: { ...within, session_minutes: "20" }, ...ended })).toBe("running")
  })

  it("before a promise is not judged by it, and one about a change only past both", async () => {
    const tight = { limits: { stake_day: "1.00" } }
    expect(await of({ ...tight, atMs })).toBe("running")
    expect(await of({ ...tight, atMs: atMs - 1 })).toBe("limit")
    const waits = { waiting: { stake_day: { value: null, fromMs: atMs - 5 * HOUR_MS } } }
    const asked = { ...tight, ...waits, atMs: atMs - 30 * HOUR_MS }
    const loosened = { limits: {}, waiting: {} }
    expect(await of(tight, asked, { ...loosened, atMs: atMs + 1_000 })).toBe("running")
    expect(await of(tight, asked, { ...loosened, atMs: atMs + 60_000 })).toBe("limit")
  })

  it("counts with the contracts of its days, and what open ones can lose", async () => {
    const limits = { stake_day: "15000.00", loss_week: "15000.00", open_contracts: "1" }
    const other = { ...order, id: "other", acceptedAtMs: atMs - 1_000 }
    const ended = { ...other, state: "settled" as const, closedAtMs: atMs - 500, net: "-6000.00" }
    const judge = (name: keyof typeof limits, others: readonly Order[]) =>
      verdict(detailOf(promises({ limits: { [name]: limits[name] } })), { others })
    for (const name of ["stake_day", "loss_week", "open_contracts"] as const)
      expect(await judge(name, [other]), name).toBe("limit")
    expect(await judge("loss_week", [ended])).toBe("limit")
    expect(await judge("loss_week", [{ ...ended, net: "6000.00" }])).toBe("running")
    expect(await judge("open_contracts", [ended])).toBe("running")
    expect(await judge("stake_day", [{ ...other, acceptedAtMs: atMs - DAY_MS }])).toBe("running")
    expect(await judge("stake_day", [{ ...other, state: "cancelled", closedAtMs: atMs }])).toBe("running")
    // the contract itself, in the list of contracts, counts once
    expect(await judge("stake_day", [order])).toBe("running")
  })
})

describe("promises", () => {
  const tight = { limits: { stake_day: "1.00" } }

  it("that become looser without having waited, or shorten a stay away, are named", async () => {
    const loose = { limits: { stake_day: "99999.00" } }
    expect(await of(tight, loose)).toBe("limit")
    expect(await of(tight, { limits: {} })).toBe("limit")
    const waiting = { stake_day: { value: "99999.00", fromMs: atMs - 39 * DAY_MS } }
    expect(await of(tight, { waiting }, { ...loose, waiting: {}, atMs: atMs - 38 * DAY_MS })).toBe("running")
    expect(await of(tight, { waiting }, { ...loose, waiting: {} })).toBe("limit")
    const soon = { stake_day: { value: "99999.00", fromMs: atMs - 40 * DAY_MS + HOUR_MS } }
    expect(await of(tight, { waiting: soon }, { ...loose, waiting: {}, atMs: atMs - DAY_MS })).toBe("limit")
    expect(await of({ excludedUntilMs: atMs - 1 }, { excludedUntilMs: atMs - 2 })).toBe("limit")
  })

  it("that were dropped, changed or forged are named by a device that kept one", async () => {
    const made = promises(tight, { limits: { stake_day: "2.00" }, waiting: {} })
    const member = { id: "m1", promises: notes(promises(tight)) }
    expect(await verdict({ ...detailOf([]), owner: "" }, { member })).toBe("limit")
    expect(await verdict(detailOf(promises({ limits: {} })), { member })).toBe("limit")
    expect(await verdict(detailOf(made), { member })).toBe("limit")
    const [note = ""] = notes(promises(tight))
    const forged = { ...detailOf([]), promises: [note.replace("1.00", "9.00")] }
    expect(await verdict(forged)).toBe("limit")
    const foreign = signedPromise(promises(tight)[0] ?? expect.fail("no promise"), newSigningKey())
    expect(await verdict({ ...detailOf([]), promises: [foreign] })).toBe("limit")
  })

  it("accuse no market by the contract of another member, or by terms that it did not sign", async () => {
    const detail = detailOf(promises(tight))
    expect(await verdict({ ...detail, owner: signedOwner(order.id, "m2", key) })).toBe("terms")
    expect(await verdict({ ...detail, order: { ...order, stake: "99.00" } })).toBe("terms")
    const other = detailOf(promises({ limits: { stake_day: "15000.00" } }))
    const second = detailOf([], { id: "o2", acceptedAtMs: atMs - 1 })
    const marketKey = answered(published(accepted(), journal)).marketKey ?? ""
    const report = await verify(other, null, { marketKey, others: [second] })
    expect(seenIn(report.verdict)).toBe("limit")
    const stranger = { ...second, owner: signedOwner("o2", "m2", key) }
    await expect(verify(other, null, { marketKey, others: [stranger] })).rejects.toThrow("o2 is not signed")
    await expect(verify(second, null, { marketKey, others: [other] })).rejects.toThrow("signed limit")
  })
})
