// @module-tag sweep

import { randomUUID } from "node:crypto"
import { Effect } from "effect"
import fc from "fast-check"
import { expect, it } from "vitest"
import type { Call } from "../../server/core/handler.ts"
import { payWithdrawal, rejectWithdrawal } from "../../server/payments/decide-withdrawal.ts"
import { createDeposit, creditDeposit, refuseDeposit } from "../../server/payments/deposits.ts"
import { readWallet } from "../../server/payments/wallet.ts"
import { cancelWithdrawal, takeWithdrawal } from "../../server/payments/withdrawal-stages.ts"
import { amountOf } from "../../src/domain/money.ts"
import { type CashWorld, expectInvariants, newMember, newUpload, reasonOf } from "../support/cash.ts"
import { heldRate } from "../support/cash-requests.ts"
import { addBankCard, createWithdrawal } from "../support/confirmed.ts"
import { forEachEngine } from "../support/engines.ts"
import { isExhaustive } from "../support/exhaustive.ts"
import { openTestWorld } from "../support/world-tests.ts"

interface Ask {
  readonly kind: "deposit" | "withdraw"
  readonly kobo: bigint
}
/**
 * Sends an earlier request again. `which` selects it modulo the number of requests, here and below.
 */
interface Repeat {
  readonly kind: "repeat"
  readonly which: number
}
interface Decide {
  readonly kind: "credit" | "refuse" | "pay" | "reject" | "take" | "cancel"
  readonly which: number
}
/** One step of a member or a reviewer. */
type Step = Ask | Repeat | Decide
const isAsk = (step: Step): step is Ask => step.kind === "deposit" || step.kind === "withdraw"

const which = fc.nat({ max: 20 })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constantFrom("deposit" as const, "withdraw" as const),
    kobo: fc.bigInt({ min: 90_000n, max: 900_000n }),
  }),
  fc.record({ kind: fc.constant("repeat" as const), which }),
  fc.record({ kind: fc.constantFrom("credit", "refuse", "pay", "reject", "take", "cancel"), which }),
)

interface Pending {
  readonly id: string
  readonly kobo: bigint
  status: 0 | 1 | 2
  /** Taken for review, or cancelled. */
  end?: "taken" | "cancelled"
}

/** The expected books of one member. */
interface Model {
  available: bigint
  locked: bigint
  readonly deposits: Array<Pending>
  readonly withdrawals: Array<Pending>
  readonly repeats: Array<{ again: Effect.Effect<string, never, CashWorld>; id: string }>
}

const minimumKobo = 100_000n
const operator = { who: "a test", why: "because" }
const pick = <A>(items: ReadonlyArray<A>, index: number): A | undefined =>
  items[index % Math.max(1, items.length)]

const idOrReason = <E extends { readonly _tag: string; readonly message: string }, R>(
  effect: Effect.Effect<{ readonly id: string }, E, R>,
) =>
  Effect.match(effect, {
    onSuccess: ({ id }) => id,
    onFailure: (error) => ("reason" in error ? String(error.reason) : error._tag),
  })

/**
 * Runs a request with a new key. The effect returns the id or the refusal's reason and may be
 * repeated.
 */
const send = Effect.fnUntraced(function* (call: Call, card: string, { kind, kobo }: Ask) {
  const amount = amountOf(kobo)
  const key = randomUUID()
  const proofImage = yield* newUpload(call)
  const rate = yield* heldRate("usdt-trc20")
  const sending: Effect.Effect<string, never, CashWorld> =
    kind === "deposit"
      ? idOrReason(createDeposit({ key, networkId: "usdt-trc20", amount, proofImage, ...rate }, call))
      : idOrReason(createWithdrawal({ key, amount, method: "bank", destinationId: card }, call))
  return sending
})

const ask = Effect.fnUntraced(function* (model: Model, call: Call, card: string, step: Ask) {
  const { kind, kobo } = step
  const again = yield* send(call, card, step)
  const id = yield* again
  model.repeats.push({ again, id })
  if (kobo < minimumKobo) return expect(id).toMatch(/below-minimum$/)
  if (kind === "deposit") return void model.deposits.push({ id, kobo, status: 0 })
  if (kobo > model.available) return expect(id).toBe("withdrawal.insufficient-balance")
  model.available -= kobo
  model.locked += kobo
  model.withdrawals.push({ id, kobo, status: 0 })
})

const perform = (
  kind: Decide["kind"],
  id: string,
  call: Call,
): Effect.Effect<unknown, { readonly _tag: string; readonly message: string }, CashWorld> => {
  switch (kind) {
    case "credit":
      return creditDeposit(id, operator)
    case "refuse":
      return refuseDeposit(id, operator)
    case "pay":
      return payWithdrawal(id, operator)
    case "reject":
      return rejectWithdrawal(id, operator)
    case "take":
      return takeWithdrawal(id, operator.who)
    case "cancel":
      return cancelWithdrawal({ key: randomUUID(), id }, call)
  }
}

const expected = (kind: Decide["kind"], { status, end }: Pending): string => {
  if (kind === "cancel" && end === "cancelled") return "done"
  if (kind === "cancel" && status !== 0) return "withdrawal.decided"
  if (kind === "cancel" && end === "taken") return "withdrawal.taken"
  return status === 0 && !(kind === "take" && end === "taken") ? "done" : "NotPending"
}

const decide = Effect.fnUntraced(function* (model: Model, { kind, which }: Decide, call: Call) {
  const isDeposit = kind === "credit" || kind === "refuse"
  const target = pick(isDeposit ? model.deposits : model.withdrawals, which)
  if (target === undefined) return
  const outcome = yield* reasonOf(perform(kind, target.id, call))
  expect(outcome).toBe(expected(kind, target))
  if (outcome !== "done" || target.status !== 0) return
  if (kind === "take" || kind === "cancel") target.end = kind === "take" ? "taken" : "cancelled"
  if (kind === "take") return
  target.status = kind === "credit" || kind === "pay" ? 1 : 2
  if (kind === "credit" || kind === "reject" || kind === "cancel") model.available += target.kobo
  if (!isDeposit) model.locked -= target.kobo
})

interface Made {
  readonly deposits: Array<string>
  readonly withdrawals: Array<string>
}

/** Runs a step without a model, concurrently with others. */
const actFreely = Effect.fnUntraced(function* (made: Made, call: Call, card: string, each: Step) {
  if (each.kind === "repeat") return
  if (isAsk(each)) {
    const id = yield* send(call, card, each).pipe(Effect.flatten)
    if (!id.includes(".")) (each.kind === "deposit" ? made.deposits : made.withdrawals).push(id)
    return
  }
  const isDeposit = each.kind === "credit" || each.kind === "refuse"
  const id = pick(isDeposit ? made.deposits : made.withdrawals, each.which)
  if (id !== undefined)
    expect(yield* reasonOf(perform(each.kind, id, call))).toMatch(
      /^(done|NotPending|withdrawal\.(taken|decided))$/,
    )
})

const walk = Effect.fnUntraced(function* (steps: ReadonlyArray<Step>) {
  const call = yield* newMember(500_000n)
  const card = yield* addBankCard(
    { bankName: "Zenith Bank", cardNumber: "4242424242424242", username: "Ada Obi" },
    call,
  )
  const model: Model = { available: 500_000n, locked: 0n, deposits: [], withdrawals: [], repeats: [] }
  for (const each of steps) {
    if (isAsk(each)) yield* ask(model, call, card.id, each)
    else if (each.kind === "repeat") {
      const repeat = pick(model.repeats, each.which)
      if (repeat !== undefined) expect(yield* repeat.again).toBe(repeat.id)
    } else yield* decide(model, each, call)
    expect(yield* readWallet({}, call)).toMatchObject({
      available: amountOf(model.available),
      inWithdrawals: amountOf(model.locked),
    })
  }
})

forEachEngine("any sequence of deposits, withdrawals and reviews", (engine) => {
  const { run } = openTestWorld(engine, { coolingOffMs: 0 })

  it("matches a simple model of the books after every step", () =>
    fc
      .assert(
        fc.asyncProperty(fc.array(step, { maxLength: 25 }), (steps) => run(walk(steps))),
        { numRuns: isExhaustive ? 30 : 15 },
      )
      .then(() => run(expectInvariants())))

  it("keeps the invariants when requests of one member run at once", () =>
    fc
      .assert(
        fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), (steps) =>
          Effect.gen(function* () {
            const call = yield* newMember(500_000n)
            const card = yield* addBankCard(
              { bankName: "Zenith Bank", cardNumber: "4242424242424242", username: "Ada Obi" },
              call,
            )
            const made: Made = { deposits: [], withdrawals: [] }
            // The order of concurrent steps is unknown, so only the invariants are checked.
            yield* Effect.forEach(steps, (each) => actFreely(made, call, card.id, each), { concurrency: 8 })
          }).pipe(run),
        ),
        { numRuns: isExhaustive ? 10 : 5 },
      )
      .then(() => run(expectInvariants())))
})
