import { isDeepStrictEqual } from "node:util"
import { expect } from "vitest"
import { amountOf, type Kobo, koboOf } from "../../src/domain/money.ts"
import { readChanges, readDeposits, readOrders, readWallet, readWithdrawals } from "../support/answers.ts"
import { callServer, fieldOf } from "../support/app.ts"

interface Who {
  readonly username: string
  readonly password: string
  readonly token?: string
}

const sum = (amounts: readonly string[]): string =>
  amountOf(amounts.reduce<Kobo>((total, amount) => total + koboOf(amount), 0n))

const negated = (amount: string): string => amountOf(-koboOf(amount))

/** All records of a member, and whether something changed during reading. */
const readOnce = async (url: string, token: string) => {
  const [walletBefore, withdrawalsBefore] = [await readWallet(url, token), await readWithdrawals(url, token)]
  const changes = await readChanges(url, token)
  const orders = await readOrders(url, token)
  const deposits = await readDeposits(url, token)
  const withdrawals = await readWithdrawals(url, token)
  const wallet = await readWallet(url, token)
  const isStill = isDeepStrictEqual([walletBefore, withdrawalsBefore], [wallet, withdrawals])
  return { isStill, books: { changes, orders, deposits, withdrawals, wallet } }
}

/** All records of a member at one moment. */
const readBooks = async (url: string, token: string) => {
  for (;;) {
    const { isStill, books } = await readOnce(url, token)
    if (isStill) return books
  }
}

/**
 * Checks the invariants that a member can see in their books (C1, C2, C4 to C6): each balance is the
 * previous one plus the change, none is negative, and every contract, deposit and withdrawal has the
 * changes of its state. Returns the records.
 */
export const expectMemberBooks = async (url: string, who: Who) => {
  const login = () => callServer(url, "login", { username: who.username, password: who.password })
  const token = who.token ?? String(fieldOf(await login(), "token"))
  const books = await readBooks(url, token)
  const { changes, orders, deposits, withdrawals, wallet } = books

  const oldestFirst = changes.toReversed()
  for (const [index, change] of oldestFirst.entries()) {
    const before = oldestFirst[index - 1]?.balanceAfter ?? "0.00"
    expect(change.balanceAfter, "each balance is the one before plus the change").toBe(
      sum([before, change.amount]),
    )
    expect(koboOf(change.balanceAfter)).toBeGreaterThanOrEqual(0n)
  }
  expect(wallet.available).toBe(changes[0]?.balanceAfter ?? "0.00")
  const open = orders.filter(({ status }) => status === "pending")
  expect(wallet.inContracts).toBe(sum(open.map(({ stake }) => stake)))
  const underReview = withdrawals.filter(({ status }) => status === 0)
  expect(wallet.inWithdrawals).toBe(sum(underReview.map(({ number }) => number)))

  const amountsOf = (reference: string, code: number) =>
    changes.filter((each) => each.reference === reference && each.code === code).map(({ amount }) => amount)
  for (const order of orders) {
    expect(amountsOf(order.id, 103)).toEqual([negated(order.stake)])
    expect(amountsOf(order.id, 214)).toEqual(order.status === "completed" ? [order.credited] : [])
  }
  for (const deposit of deposits)
    expect(amountsOf(deposit.id, 201)).toEqual(deposit.status === 1 ? [deposit.number] : [])
  for (const withdrawal of withdrawals) {
    expect(amountsOf(withdrawal.id, 104)).toEqual([negated(withdrawal.number)])
    expect(amountsOf(withdrawal.id, 203)).toEqual(withdrawal.status === 2 ? [withdrawal.number] : [])
  }
  return books
}
