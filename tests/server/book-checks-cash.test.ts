/** `operator check` says of deposits, withdrawals and keys what is found and what is expected, exactly. */

import { Effect } from "effect"
import { expect, it } from "vitest"
import { type BookDifference, checkBooks, sentenceOf } from "../../server/core/book-checks.ts"
import { script, sql } from "../../server/db/db.ts"
import { payWithdrawal, rejectWithdrawal } from "../../server/payments/decide-withdrawal.ts"
import { creditDeposit, refuseDeposit } from "../../server/payments/deposits.ts"
import { newMember } from "../support/cash.ts"
import { addCard, deposit, withdrawal } from "../support/cash-requests.ts"
import { forEachEngineInTurn } from "../support/engines.ts"
import { expectSums } from "../support/summed.ts"
import { removeRows, tamper } from "../support/tamper.ts"
import { openTestWorld } from "../support/world-tests.ts"

const operator = { who: "a test", why: "because" }

/** What the tables themselves forbid, which another hand can lift. */
const constraints = [
  "alter table postings drop constraint postings_balance_after",
  ...["available", "contracts", "withdrawals"].map(
    (account) => `alter table balances drop constraint balances_${account}_check`,
  ),
]

/** A member with one deposit and one withdrawal in each status. */
const openBooks = Effect.gen(function* () {
  const call = yield* newMember(1_000_000n)
  const other = yield* newMember(5n)
  const card = yield* addCard(call)
  const [paid, rejected, asked] = [
    yield* withdrawal(call, "2000.00", card.id),
    yield* withdrawal(call, "3000.00", card.id),
    yield* withdrawal(call, "1000.00", card.id),
  ]
  yield* payWithdrawal(paid.id, operator)
  yield* rejectWithdrawal(rejected.id, operator)
  const [credited, refused, reported] = [
    yield* deposit(call, "2000.00"),
    yield* deposit(call, "3000.00"),
    yield* deposit(call, "4000.00"),
  ]
  yield* creditDeposit(credited.id, operator)
  yield* refuseDeposit(refused.id, operator)
  yield* script(constraints.join(";"))
  const amounts = yield* sql<{ id: string; amount: string }>(
    "select id, amount::text as amount from deposits",
  )
  const amountOfDeposit = (id: string) => amounts.find((each) => each.id === id)?.amount ?? ""
  const balance = (accounts: { available?: string; contracts?: string; withdrawals?: string } = {}) => {
    const available = String(700_000n + BigInt(amountOfDeposit(credited.id)))
    const all = { available, contracts: "0", withdrawals: "100000", ...accounts }
    return `available ${all.available}, contracts ${all.contracts}, withdrawals ${all.withdrawals}`
  }
  return {
    ...{ member: call.memberId, other: other.memberId },
    ...{ paid: paid.id, rejected: rejected.id, asked: asked.id },
    ...{ credited: credited.id, refused: refused.id, reported: reported.id },
    ...{ balance, creditedAmount: amountOfDeposit(credited.id), refusedAmount: amountOfDeposit(refused.id) },
  }
})
type Books = Effect.Success<typeof openBooks>

/** What is named. The member is the one of the books unless it is given. */
type Named = readonly [
  invariant: string,
  subject: unknown,
  found: unknown,
  expected: unknown,
  member?: unknown,
]

interface Planted {
  readonly what: string
  readonly table: "balances" | "deposits" | "operations" | "postings" | "withdrawals"
  readonly change: (books: Books) => string
  /** Everything that is named, but for the chain of the postings, which breaks with each of them. */
  readonly named: (books: Books) => readonly Named[]
}

const FOLDED = "C2 balances are the fold of the postings"
const NEGATIVE = "C2 no balance is negative"
const BELOW_ZERO = "C2 no account change begins or ends below zero"
const LOCKED = "C5 what is under review is what is locked for withdrawal"
const REVIEWED = "C5 a withdrawal is paid, or given back whole by one 203, or neither"
const ASKED = "C5 a withdrawal has one 104 of its amount"
const CREDITED = "C5 a deposit is credited once when it is approved, and never otherwise"
const FOLD = "C7 rows are the fold of their events"
const ONE_KEY = "C4 every contract, deposit and withdrawal came of one key"
const ONE_EFFECT = "C4 an operation that is done has its one effect"
const CHAIN = "C7 the hash chain of a member's postings holds"
const A_KEY = expect.stringMatching(/^[0-9a-f-]{36}$/)
const IN_EVENTS = "as in the events"

const status = (table: string, id: string, value: 0 | 1 | 2) =>
  `update ${table} set status = ${value}, reviewed_at_ms = ${value === 0 ? "null" : "coalesce(reviewed_at_ms, 1)"},
    reason = ${value === 2 ? "'because'" : "null"} where id = '${id}'`

const planted: readonly Planted[] = [
  {
    what: "the amount of a withdrawal that was given back",
    table: "withdrawals",
    change: ({ rejected }) => `update withdrawals set amount = amount + 1 where id = '${rejected}'`,
    named: ({ rejected }) => [
      [ASKED, rejected, "1 of -300000", "1 of -300001"],
      [REVIEWED, rejected, "status 2, 1 paid or given back, 1 given back: 300000", "300001"],
      [FOLD, `withdrawals ${rejected}`, "amount", IN_EVENTS],
    ],
  },
  {
    what: "a paid withdrawal as one under review",
    table: "withdrawals",
    change: ({ paid }) => status("withdrawals", paid, 0),
    named: ({ paid }) => [
      [REVIEWED, paid, "status 0, 1 paid or given back, 0 given back: 0", "200000"],
      [LOCKED, "balance", "100000", "300000"],
      [FOLD, `withdrawals ${paid}`, "reviewed_at_ms, status", IN_EVENTS],
    ],
  },
  {
    what: "a paid withdrawal as one given back",
    table: "withdrawals",
    change: ({ paid }) => status("withdrawals", paid, 2),
    named: ({ paid }) => [
      [REVIEWED, paid, "status 2, 1 paid or given back, 0 given back: 0", "200000"],
      [FOLD, `withdrawals ${paid}`, "reason, status", IN_EVENTS],
    ],
  },
  {
    what: "a withdrawal that was given back as a paid one",
    table: "withdrawals",
    change: ({ rejected }) => status("withdrawals", rejected, 1),
    named: ({ rejected }) => [
      [REVIEWED, rejected, "status 1, 1 paid or given back, 1 given back: 300000", "300000"],
      [FOLD, `withdrawals ${rejected}`, "reason, status", IN_EVENTS],
    ],
  },
  {
    what: "a withdrawal under review as a paid one",
    table: "withdrawals",
    change: ({ asked }) => status("withdrawals", asked, 1),
    named: ({ asked }) => [
      [REVIEWED, asked, "status 1, 0 paid or given back, 0 given back: 0", "100000"],
      [LOCKED, "balance", "100000", "0"],
      [FOLD, `withdrawals ${asked}`, "reviewed_at_ms, status", IN_EVENTS],
    ],
  },
  {
    what: "two more lines of a withdrawal that cancel out",
    table: "postings",
    change: ({ asked }) =>
      `insert into postings (transaction_id, line, member_id, account, asset, amount, code, reason, reference, at_ms)
       select transaction_id, 10 + n, member_id, account, asset, n, code, reason, reference, at_ms
       from postings cross join (values (-5), (5)) as lines (n) where reference = '${asked}' and account = 'available'`,
    named: ({ asked }) => [[ASKED, asked, "3 of -100000", "1 of -100000"]],
  },
  {
    what: "a refused deposit as an approved one",
    table: "deposits",
    change: ({ refused }) => status("deposits", refused, 1),
    named: ({ refused, refusedAmount }) => [
      [CREDITED, refused, "0", refusedAmount],
      [FOLD, `deposits ${refused}`, "reason, status", IN_EVENTS],
    ],
  },
  {
    what: "a credited deposit as a refused one",
    table: "deposits",
    change: ({ credited }) => status("deposits", credited, 2),
    named: ({ credited, creditedAmount }) => [
      [CREDITED, credited, creditedAmount, "0"],
      [FOLD, `deposits ${credited}`, "reason, status", IN_EVENTS],
    ],
  },
  {
    what: "a key without an outcome",
    table: "operations",
    change: ({ reported }) => `update operations set outcome = null where outcome ->> 'id' = '${reported}'`,
    named: ({ reported }) => [
      ["C4 every operation is decided", A_KEY, "no outcome", "an outcome"],
      [ONE_KEY, `deposit ${reported}`, "0", "1"],
    ],
  },
  {
    what: "a key of a deposit that leads to a withdrawal",
    table: "operations",
    change: ({ reported, asked }) =>
      `update operations set outcome = jsonb_set(outcome, '{id}', '"${asked}"') where outcome ->> 'id' = '${reported}'`,
    named: ({ reported, asked }) => [
      [ONE_EFFECT, A_KEY, "nothing", `deposit ${asked}`],
      [ONE_KEY, `deposit ${reported}`, "0", "1"],
    ],
  },
  {
    what: "a key of a withdrawal that leads to a deposit",
    table: "operations",
    change: ({ reported, asked }) =>
      `update operations set outcome = jsonb_set(outcome, '{id}', '"${reported}"') where outcome ->> 'id' = '${asked}'`,
    named: ({ reported, asked }) => [
      [ONE_EFFECT, A_KEY, "nothing", `withdrawal ${reported}`],
      [ONE_KEY, `withdrawal ${asked}`, "0", "1"],
    ],
  },
  {
    what: "a second key of a withdrawal",
    table: "operations",
    change: ({ asked, paid }) =>
      `update operations set outcome = jsonb_set(outcome, '{id}', '"${asked}"') where outcome ->> 'id' = '${paid}'`,
    named: ({ asked, paid }) => [
      [ONE_KEY, `withdrawal ${asked}`, "2", "1"],
      [ONE_KEY, `withdrawal ${paid}`, "0", "1"],
    ],
  },
  {
    what: "a line of another member",
    table: "postings",
    change: ({ asked, other }) =>
      `update postings set member_id = '${other}' where reference = '${asked}' and account = 'withdrawals'`,
    named: ({ asked, member, other, balance }) => [
      [
        "C1 a transaction belongs to one member",
        `withdrawal-${asked}`,
        "2",
        "1",
        [member, other].toSorted()[1],
      ],
      [FOLDED, "balance", balance(), balance({ withdrawals: "0" })],
      [FOLDED, "balance", balance({ available: "5", withdrawals: "0" }), balance({ available: "5" }), other],
      [
        "C7 every posting is in the hash chain of its member",
        `withdrawal-${asked}`,
        "in no event",
        "in one",
        other,
      ],
    ],
  },
  {
    what: "a change of the balance that ends below zero",
    table: "postings",
    change: ({ asked }) =>
      `update postings set balance_after = -1 where reference = '${asked}' and account = 'available'`,
    named: ({ asked }) => [[BELOW_ZERO, `withdrawal-${asked}`, "-1 after -100000", "none below 0"]],
  },
  {
    what: "a change of the balance that begins below zero",
    table: "postings",
    change: ({ credited }) =>
      `update postings set balance_after = 0 where reference = '${credited}' and account = 'available'`,
    named: ({ credited, creditedAmount }) => [
      [BELOW_ZERO, `deposit-${credited}`, `0 after ${creditedAmount}`, "none below 0"],
    ],
  },
  {
    what: "a negative balance",
    table: "balances",
    change: ({ member }) => `update balances set available = -1 where member_id = '${member}'`,
    named: ({ member, balance }) => [
      [FOLDED, "balance", balance({ available: "-1" }), balance()],
      [NEGATIVE, "balance", balance({ available: "-1" }), "none below 0"],
      [FOLD, `balances ${member}`, "balance", IN_EVENTS],
    ],
  },
  {
    what: "a negative stake of all contracts",
    table: "balances",
    change: ({ member }) => `update balances set contracts = -1 where member_id = '${member}'`,
    named: ({ member, balance }) => [
      [FOLDED, "balance", balance({ contracts: "-1" }), balance()],
      [NEGATIVE, "balance", balance({ contracts: "-1" }), "none below 0"],
      ["C6 what is staked in open contracts is what is locked for them", "balance", "-1", "0"],
      [FOLD, `balances ${member}`, "balance", IN_EVENTS],
    ],
  },
  {
    what: "a negative amount locked for withdrawal",
    table: "balances",
    change: ({ member }) => `update balances set withdrawals = -1 where member_id = '${member}'`,
    named: ({ member, balance }) => [
      [FOLDED, "balance", balance({ withdrawals: "-1" }), balance()],
      [NEGATIVE, "balance", balance({ withdrawals: "-1" }), "none below 0"],
      [LOCKED, "balance", "-1", "100000"],
      [FOLD, `balances ${member}`, "balance", IN_EVENTS],
    ],
  },
]

type Differences = readonly Readonly<Record<keyof BookDifference, unknown>>[]

/** Sorts by invariant, member and subject: subjects and members have random ids. */
const inOrder = (differences: Differences): Differences =>
  differences.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))

const orderOf = ({ invariant, member, subject }: Differences[number]) =>
  [invariant, member, subject].filter((each) => typeof each === "string").join(" ")

/** Makes a change, checks the books, and undoes it. */
const checkChanged = Effect.fnUntraced(function* ({ table, change, what }: Planted, books: Books) {
  const putBack = yield* removeRows(table, "true")
  yield* putBack
  expect(yield* tamper(change(books)), what).toBeGreaterThan(0)
  const found = yield* checkBooks()
  yield* expectSums(found, what)
  yield* tamper(`delete from ${table}`)
  yield* putBack
  return found
})

forEachEngineInTurn("the books", (engine) => {
  const { test } = openTestWorld(engine, { coolingOffMs: 0 })

  test("name exactly what does not hold after each change of another hand", function* () {
    const books = yield* openBooks
    expect(yield* checkBooks()).toEqual([])
    for (const difference of planted) {
      const { what, table } = difference
      const found = yield* checkChanged(difference, books)
      const isChain = ({ invariant }: BookDifference) => invariant === CHAIN
      expect(found.some(isChain), what).toBe(table === "postings")
      const named = difference
        .named(books)
        .map(([invariant, subject, isFound, expected, member = books.member]) => ({
          ...{ invariant, member, subject, found: isFound, expected },
        }))
      expect(inOrder(found.filter((each) => !isChain(each))), what).toEqual(inOrder(named))
    }
    expect(yield* checkBooks()).toEqual([])
  })
})

it("a sentence says what is found, and of whom unless the subject says so", () => {
  const difference = { invariant: "C2", member: "m1", subject: "balance", found: "1", expected: "2" }
  expect(sentenceOf(difference)).toBe("C2: balance of m1: 1 instead of 2")
  expect(sentenceOf({ ...difference, subject: "m1" })).toBe("C2: m1: 1 instead of 2")
  expect(sentenceOf({ ...difference, member: null, subject: "AAPL 3" })).toBe("C2: AAPL 3: 1 instead of 2")
})
