/** What a frozen member and a closed site refuse of money in and out: before anything is written. */

import { Effect } from "effect"
import { expect } from "vitest"
import { openWebsite, writeSetting } from "../../server/content/site.ts"
import { setFrozen } from "../../server/core/frozen-member.ts"
import type { Call } from "../../server/core/handler.ts"
import { listDeposits } from "../../server/payments/deposits.ts"
import { readWallet } from "../../server/payments/wallet.ts"
import { listWithdrawals } from "../../server/payments/withdrawals.ts"
import { newMember, reasonOf } from "../support/cash.ts"
import { addCard, deposit, withdrawal } from "../support/cash-requests.ts"
import { forEachEngineInTurn } from "../support/engines.ts"
import { openTestWorld } from "../support/world-tests.ts"

const decision = { command: "limits freeze", who: "a test", why: "because" }

const setSite = (status: 0 | 1) => writeSetting("website", { ...openWebsite, status })

/** How each way of money is answered, and what has become of it. */
const attempt = Effect.fnUntraced(function* (call: Call, cardId: string) {
  return {
    deposit: yield* reasonOf(deposit(call, "1500.00")),
    withdrawal: yield* reasonOf(withdrawal(call, "1500.00", cardId)),
    deposits: (yield* listDeposits({}, call)).items.length,
    withdrawals: (yield* listWithdrawals({}, call)).items.length,
    available: (yield* readWallet({}, call)).available,
  }
})

forEachEngineInTurn("money in and out", (engine) => {
  const { test } = openTestWorld(engine, { coolingOffMs: 0, reviewDelayMs: 8_000 }, { isSound: true })

  test("is both refused to a frozen member, and to no other", function* () {
    const [frozen, other] = [yield* newMember(1_000_000n), yield* newMember(1_000_000n)]
    const [ofFrozen, ofOther] = [yield* addCard(frozen), yield* addCard(other)]
    expect(yield* setFrozen(frozen.memberId, "frozen", decision)).toBe(true)
    expect(yield* attempt(frozen, ofFrozen.id)).toEqual({
      ...{ deposit: "member.frozen", withdrawal: "member.frozen" },
      ...{ deposits: 0, withdrawals: 0, available: "10000.00" },
    })
    expect(yield* attempt(other, ofOther.id)).toMatchObject({ deposit: "done", withdrawal: "done" })
    expect(yield* setFrozen(frozen.memberId, "free", decision)).toBe(true)
    expect(yield* attempt(frozen, ofFrozen.id)).toMatchObject({ deposit: "done", withdrawal: "done" })
  })

  test("only goes out while the site is closed", function* () {
    const call = yield* newMember(1_000_000n)
    const card = yield* addCard(call)
    yield* setSite(0)
    const closed = yield* attempt(call, card.id)
    yield* setSite(1)
    expect(closed).toEqual({
      ...{ deposit: "site.closed", withdrawal: "done" },
      ...{ deposits: 0, withdrawals: 1, available: "8500.00" },
    })
  })
})
