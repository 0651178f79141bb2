/**
 * Compares the tables of a member with many rows, a thousand rows at a time. Each name below sums to
 * zero where the tables agree: one table adds what another takes away. Then the checks of whole tables
 * would find nothing. `tests/support/summed.ts` holds the two against each other.
 */
import { Effect } from "effect"
import { sql } from "../db/db.ts"
import { inIndexOrder } from "../db/snapshot.ts"
import { type Alone, ROWS, together } from "./slices.ts"

interface SummedTable {
  readonly from: string
  /** Columns by which an index orders the rows of a member, with their types. */
  readonly key: ReadonlyArray<readonly [column: string, type: "bigint" | "text"]>
  readonly sums: Readonly<Record<string, string>>
}

/** Texts as a number of their hash: tables with the same texts have the same sum. */
const mark = (...texts: ReadonlyArray<string>) =>
  `('x' || left(encode(sha256(convert_to(concat_ws(' ', ${texts.join(", ")}), 'UTF8')), 'hex'), 15))::bit(60)::bigint`

const sum = (amount: string, condition = "true") => `sum(${amount}) filter (where ${condition})`
const minus = (amount: string, condition?: string) => `-${sum(amount, condition)}`

const available = (code: number) => `account = 'available' and code = ${code}`
const hasEnded = "state not in ('accepted', 'opened')"
const hasResult = "state in ('settled', 'stopped_out', 'closed_early')"
const effect = "outcome ->> 'id'"
/** An operation that changes what another one created. */
const isChange = "operation in ('order-close', 'order-amend', 'withdrawal-cancel')"

const ACCOUNTS = ["available", "contracts", "withdrawals"] as const

const sumsOf = (nameOf: (account: string) => string, sqlOf: (account: string) => string) =>
  Object.fromEntries(ACCOUNTS.map((account) => [nameOf(account), sqlOf(account)]))

const posted = (account: string) => `posted ${account}`
const moved = (account: string) => `moved ${account}`

const TABLES: ReadonlyArray<SummedTable> = [
  {
    from: "balances",
    key: [["asset", "text"]],
    sums: {
      ...sumsOf(posted, minus),
      ...sumsOf(moved, minus),
      ...{ last: minus("revision"), staked: minus("contracts"), reviewed: minus("withdrawals") },
      result: minus("result"),
    },
  },
  {
    from: "member_events",
    key: [["number", "bigint"]],
    sums: {
      ...sumsOf(moved, sum),
      last: "max(number) - $2::bigint",
      missing: "max(number) - count(*) - case when $2 = '0' then min(number) - 1 else $2::bigint end",
      linked: minus(mark("transaction_id"), "transaction_id <> ''"),
    },
  },
  {
    // the lines of a transaction have one key, and are not divided
    from: "postings",
    key: [
      ["at_ms", "bigint"],
      ["transaction_id", "text"],
    ],
    sums: {
      ...sumsOf(posted, (account) => sum("amount", `account = '${account}'`)),
      "below zero": sum("1", "account = 'available' and (balance_after < 0 or balance_after - amount < 0)"),
      linked: `sum(distinct ${mark("transaction_id")})`,
      bought: sum(mark("reference", "amount"), available(103)),
      ended: sum(mark("reference", "amount"), available(214)),
      endings: "count(distinct transaction_id) filter (where code = 214)",
      withdrawn: sum(mark("reference", "amount"), available(104)),
      decided: sum(mark("reference"), "account = 'withdrawals' and amount < 0"),
      returned: sum(mark("reference", "amount"), available(203)),
      credited: sum(mark("reference", "amount"), available(201)),
    },
  },
  {
    from: "orders",
    key: [
      ["accepted_at_ms", "bigint"],
      ["id", "text"],
    ],
    sums: {
      ...{ staked: sum("stake", `not (${hasEnded})`), result: sum("net", hasResult) },
      ...{ bought: minus(mark("id", "-stake")), ended: minus(mark("id", "credited"), hasEnded) },
      ...{ endings: minus("1", hasEnded), keys: minus(mark("'order'", "id")) },
    },
  },
  {
    from: "withdrawals",
    key: [
      ["created_at_ms", "bigint"],
      ["id", "text"],
    ],
    sums: {
      ...{ reviewed: sum("amount", "status = 0"), withdrawn: minus(mark("id", "-amount")) },
      ...{ decided: minus(mark("id"), "status <> 0"), returned: minus(mark("id", "amount"), "status = 2") },
      keys: minus(mark("'withdrawal'", "id")),
    },
  },
  {
    from: "deposits",
    key: [
      ["created_at_ms", "bigint"],
      ["id", "text"],
    ],
    sums: { credited: minus(mark("id", "amount"), "status = 1"), keys: minus(mark("'deposit'", "id")) },
  },
  {
    from: "operations",
    key: [
      ["operation", "text"],
      ["key", "text"],
    ],
    sums: {
      undecided: sum("1", "outcome is null"),
      keys: sum(mark("operation", effect), `not (${isChange}) and ${effect} is not null`),
      "without effect": sum(
        "1",
        `${isChange} and outcome ->> 'state' = 'done' and not exists (
          select 1 from orders o where o.id = ${effect} and o.member_id = $1) and not exists (
          select 1 from withdrawals w where w.id = ${effect} and w.member_id = $1)`,
      ),
    },
  },
]

interface PageRow {
  readonly sums: Readonly<Record<string, string>>
  readonly rows: number
  readonly last: string
}

/** The sums of the next thousand rows of member $1, whose key is after $2. */
const pageSql = ({ from, key, sums }: SummedTable) => {
  const columns = key.map(([column]) => column).join(", ")
  const after = key.map(([, type], index) => `split_part($2, E'\\n', ${index + 1})::${type}`).join(", ")
  const summed = Object.entries(sums).map(([name, sql]) => `'${name}', coalesce(${sql}, 0)::text`)
  return `
    select json_build_object(${summed.join(", ")}) as sums, count(*)::integer as rows,
      (array_agg(concat_ws(E'\\n', ${columns}) order by (${columns}) desc))[1] as last
    from (
      select * from ${from} where member_id = $1 and (${columns}) > (${after})
      order by ${columns} fetch first ${ROWS} rows with ties
    ) page`
}

const PAGES = TABLES.map((table) => ({
  text: pageSql(table),
  beginning: table.key[0]?.[1] === "bigint" ? "0" : "",
}))

const addUp = Effect.fnUntraced(function* (member: string, alone: Alone) {
  const totals = new Map<string, bigint>()
  for (const { text, beginning } of PAGES)
    for (let after: string | null = beginning; after !== null; ) {
      const [page]: ReadonlyArray<PageRow> = yield* alone(inIndexOrder(sql<PageRow>(text, [member, after])))
      for (const [name, total] of Object.entries(page?.sums ?? {}))
        totals.set(name, (totals.get(name) ?? 0n) + BigInt(total))
      after = page === undefined || page.rows < ROWS ? null : page.last
    }
  return [...totals.values()].every((total) => total === 0n)
})

/**
 * Whether the tables of a member agree. Where they do not, the member may have acted between two reads: the
 * same reads follow in one snapshot.
 */
export const sumsAgree = Effect.fn("sumsAgree")(function* (member: string, alone: Alone) {
  return (yield* addUp(member, alone)) || (yield* alone(addUp(member, together)))
})
