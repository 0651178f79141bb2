/** Holds the sums of a member's tables against what the checks of whole tables find. */
import { Effect } from "effect"
import { expect } from "vitest"
import type { BookDifference } from "../../server/core/book-checks.ts"
import { sumsAgree } from "../../server/core/member-sums.ts"
import { sql } from "../../server/db/db.ts"
import { readSnapshot } from "../../server/db/snapshot.ts"

/** Invariants of whole tables, which are not checked of a large member whose sums agree. */
const WHOLE = /^C2 (?!no balance)|^C[456]|^C7 (?:every posting|the postings)/

const isWhole = ({ invariant, subject, found }: BookDifference) =>
  WHOLE.test(invariant) || (subject.startsWith("balances ") && found !== "frozen_at_ms")

/** The sums agree of every member of whom nothing is found in whole tables, and of no other. */
export const expectSums = Effect.fnUntraced(function* (found: ReadonlyArray<BookDifference>, what = "") {
  const differing = new Set(found.filter(isWhole).map(({ member }) => member))
  for (const { member_id } of yield* sql<{ member_id: string }>("select member_id from balances"))
    expect(yield* sumsAgree(member_id, readSnapshot), `${what} ${member_id}`).toBe(!differing.has(member_id))
})
