/** Reads the contracts of all members, a bounded part at a time, for what is counted of accounts. */
import { Effect } from "effect"
import { ROWS, type Slice, sliceAfter } from "../core/slices.ts"
import { type Db, type DbError, sql } from "../db/db.ts"
import { inIndexOrder, readSnapshot } from "../db/snapshot.ts"
import { DEMO_PAST } from "./statistics.ts"

interface ContractRow {
  readonly id: string
  readonly member_id: string
  readonly accepted_at_ms: bigint
}

/**
 * Calls `use` with all contracts of some members after those of others, each member in one call. The
 * condition of `orders` has two parameters, $1 and $2. A contract is in the index of its member, so that a
 * slice of members reads its own only. Contracts that the demo made at its start are left out.
 */
export const forEachMembers = <Row extends ContractRow, E, R>(
  columns: string,
  condition: string,
  values: readonly [number, number],
  use: (rows: ReadonlyArray<Row>) => Effect.Effect<void, E, R>,
): Effect.Effect<void, E | DbError, R | Db> => {
  const read = (within: string, more: ReadonlyArray<string | bigint>) => {
    const text = `
      select member_id, id, accepted_at_ms, ${columns} from orders where ${within} and ${condition}
        and accepted_at_ms > coalesce((select (value ->> 'until_ms')::bigint from settings where name = '${DEMO_PAST}'), 0)
      order by member_id, accepted_at_ms desc, id desc limit ${ROWS}`
    return readSnapshot(inIndexOrder(sql<Row>(text, [...values, ...more])))
  }
  /** A member of a slice alone has more contracts than one statement reads. */
  const readLargeMember = Effect.fnUntraced(function* (member: string) {
    const rows: Array<Row> = []
    let before: ReadonlyArray<string | bigint> = [2n ** 62n, ""]
    for (;;) {
      const page = yield* read("member_id = $3 and (accepted_at_ms, id) < ($4::bigint, $5)", [
        member,
        ...before,
      ])
      rows.push(...page)
      const last = page.at(-1)
      if (last === undefined || page.length < ROWS) return rows
      before = [last.accepted_at_ms, last.id]
    }
  })
  const readSlice = ({ after, upTo, large = null }: Slice) => {
    if (large !== null) return readLargeMember(large)
    return upTo === null
      ? read("member_id > $3", [after])
      : read("member_id > $3 and member_id <= $4", [after, upTo])
  }
  return Effect.gen(function* () {
    for (let after: string | null = ""; after !== null; ) {
      const slice: Slice = yield* sliceAfter("members", after)
      yield* use(yield* readSlice(slice))
      after = slice.upTo
    }
  })
}
