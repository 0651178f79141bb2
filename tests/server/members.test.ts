import { Effect } from "effect"
import { expect } from "vitest"
import { execute, sql } from "../../server/db/db.ts"
import { claimSkeletons, createMember } from "../../server/members/members.ts"
import { skeletonOf } from "../../server/members/names.ts"
import { effectTests, onDatabasesInTurn, runOn } from "../support/effect-tests.ts"

/** "lookalike", with two Cyrillic letters. */
const CYRILLIC = "l\u043e\u043ekalike"

const create = (username: string) =>
  createMember({
    ...{ username, passwordHash: "none", invitedBy: null, termsAtMs: null },
    credit: { amount: 0n, reason: "" },
  })

const owners = Effect.gen(function* () {
  const rows = yield* sql<{ skeleton: string; member_id: string }>(
    "select skeleton, member_id from name_skeletons",
  )
  return new Map(rows.map((row) => [row.skeleton, row.member_id]))
})

onDatabasesInTurn("the names of members", (database) => {
  const test = effectTests(runOn(database))

  test("of earlier releases are claimed by who was there first, and those that are claimed stay", function* () {
    const first = yield* create("lookalike")
    const second = yield* create("bola")
    const kept = yield* create("amara")
    // an earlier release let two names look alike, the later one with a Cyrillic letter
    yield* execute("delete from name_skeletons where member_id <> $1", [kept.id])
    yield* execute(
      `update members set username = $2, username_key = $2, registered_at_ms = registered_at_ms + 1
       where id = $1`,
      [second.id, CYRILLIC],
    )
    yield* execute("update members set registered_at_ms = registered_at_ms - 1 where id = $1", [first.id])
    yield* claimSkeletons()
    yield* claimSkeletons()
    expect(yield* owners).toEqual(
      new Map([
        [skeletonOf("lookalike"), first.id],
        [skeletonOf("amara"), kept.id],
      ]),
    )
  })

  test("refuse a new member whose name is taken or looks like one, and leave nothing of them", function* () {
    yield* create("lookalike")
    const before = yield* sql("select count(*)::int as count from members")
    for (const [username, reason] of [
      ["LookAlike", "register.username-taken"],
      [CYRILLIC, "register.username-confusable"],
    ] as const)
      expect(yield* Effect.flip(create(username))).toMatchObject({ reason, field: "username" })
    expect(yield* sql("select count(*)::int as count from members")).toEqual(before)
    expect((yield* owners).size).toBe(1)
  })
})
