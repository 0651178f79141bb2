import { randomUUID } from "node:crypto"
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect, it } from "vitest"
import type { Call } from "../../server/core/handler.ts"
import { removeUnusedImages } from "../../server/core/images.ts"
import { CHANGE, post } from "../../server/core/ledger.ts"
import { execute, sql } from "../../server/db/db.ts"
import { listInvited, readPromote } from "../../server/members/invitations.ts"
import { LOGINS_STORED_MAX, removeOldLogins } from "../../server/members/logins.ts"
import { readCredit, readMemberFacts } from "../../server/members/member-record.ts"
import { createMember } from "../../server/members/members.ts"
import {
  approveRealName,
  markOldPhotographs,
  nameRefusalReason,
  readRealName,
  rejectRealName,
  reopenRealName,
  submitRealName,
} from "../../server/members/real-name.ts"
import { reviewOnce } from "../../server/operator/automatic-reviewer.ts"
import { LOGINS_KEPT_DAYS } from "../../src/domain/limits.ts"
import { type CashWorld, newMember, newUpload, reasonOf } from "../support/cash.ts"
import { effectTests } from "../support/effect-tests.ts"
import { forEachEngineInTurn } from "../support/engines.ts"
import { openTestWorld } from "../support/world-tests.ts"

const submit = Effect.fnUntraced(function* (
  call: Call,
  over: Partial<{ realName: string; idNumber: string; frontImage: string; backImage: string }> = {},
) {
  const frontImage = yield* newUpload(call)
  const backImage = yield* newUpload(call)
  const request = {
    realName: "Ada Obi",
    idNumber: randomUUID().slice(0, 12),
    frontImage,
    backImage,
    ...over,
  }
  return yield* submitRealName(request, call)
})

const checkOf = Effect.fnUntraced(function* (call: Call) {
  const rows = yield* sql<{ id: string }>(
    "select id from real_names where member_id = $1 order by submitted_at_ms desc limit 1",
    [call.memberId],
  )
  return rows[0]?.id ?? ""
})

forEachEngineInTurn("a member's account", (engine) => {
  const operator = { who: "a test", why: "The picture cannot be read." }
  const { run, runAt, test } = openTestWorld(engine, { reviewDelayMs: 0, publicUrl: "https://links.example" })
  const testAt = (atMs: number) => effectTests<CashWorld>((work) => runAt(atMs, work))

  test("records the date of the terms that a new member agreed to, and when", function* () {
    const fresh = { passwordHash: "-", invitedBy: null, credit: { amount: 0n, reason: "" } }
    const { id } = yield* createMember({ ...fresh, username: randomUUID(), termsAtMs: 1_000 })
    const older = yield* createMember({ ...fresh, username: randomUUID(), termsAtMs: null })
    const rows = yield* sql(
      `select id = $1 as agreed, terms_at_ms, terms_accepted_at_ms = registered_at_ms as at_once
       from members where id in ($1, $2) order by 1 desc`,
      [id, older.id],
    )
    expect(rows).toEqual([
      { agreed: true, terms_at_ms: 1_000n, at_once: true },
      { agreed: false, terms_at_ms: null, at_once: null },
    ])
  })

  describe("the name check", () => {
    test("changes from none to pending to verified, with the number masked and sealed", function* () {
      const call = yield* newMember()
      expect(yield* readRealName({}, call)).toMatchObject({ status: "none", realName: null })
      const pending = yield* submit(call, { idNumber: "A-12345678" })
      expect(pending).toMatchObject({ status: "pending", realName: "Ada Obi", idNumber: "••••••678" })
      expect(yield* reasonOf(submit(call))).toBe("realname.already")
      yield* approveRealName(yield* checkOf(call), operator)
      expect(yield* readRealName({}, call)).toMatchObject({
        status: "verified",
        reason: null,
        reviewedAtMs: expect.any(Number),
      })
      expect(yield* reasonOf(submit(call))).toBe("realname.already")
      const rows = yield* sql("select to_jsonb(r)::text as text from real_names r where member_id = $1", [
        call.memberId,
      ])
      expect(JSON.stringify(rows)).not.toMatch(/Ada|12345678/)
    })

    test("can be submitted again after a rejection that says why by a code", function* () {
      const call = yield* newMember()
      yield* submit(call)
      const id = yield* checkOf(call)
      const outcomes = yield* Effect.all(
        [reasonOf(rejectRealName(id, operator)), reasonOf(approveRealName(id, operator))],
        { concurrency: 2 },
      )
      expect(outcomes.toSorted()).toEqual(["NotPending", "done"])
      const rejected = yield* newMember()
      yield* submit(rejected)
      yield* rejectRealName(yield* checkOf(rejected), operator, nameRefusalReason("cut-off"))
      const read = yield* readRealName({}, rejected)
      expect(read).toMatchObject({ status: "rejected", refusalCode: "cut-off", isFinal: false })
      expect(read.reason).toMatch(/a corner is missing/)
      expect((yield* submit(rejected)).status).toBe("pending")
    })

    test("keeps the operator's words of an earlier release, as another reason", function* () {
      const call = yield* newMember()
      yield* submit(call)
      yield* sql(
        `update real_names set status = 'rejected', reason = 'It is dark.', reviewed_at_ms = 1
         where member_id = $1`,
        [call.memberId],
      )
      const read = yield* readRealName({}, call)
      expect(read).toMatchObject({ reason: "It is dark.", refusalCode: "other", isFinal: false })
    })

    test("is refused for good until an operator opens it again, however many are sent", function* () {
      const call = yield* newMember()
      yield* submit(call)
      const id = yield* checkOf(call)
      yield* rejectRealName(id, operator, nameRefusalReason("document"), true)
      expect(yield* readRealName({}, call)).toMatchObject({ status: "rejected", isFinal: true })
      const sent = yield* Effect.all([reasonOf(submit(call)), reasonOf(submit(call))], { concurrency: 2 })
      expect(sent).toEqual(["realname.final", "realname.final"])
      yield* reopenRealName(id, operator)
      expect(yield* reasonOf(reopenRealName(id, operator))).toBe("NotPending")
      expect((yield* submit(call)).status).toBe("pending")
    })

    test("keeps pictures and ID number of a rejected check, and of no other", function* () {
      const call = yield* newMember()
      expect(yield* Effect.flip(submit(call, { idNumber: "" }))).toMatchObject({ field: "id_number" })
      const sent = yield* submit(call, { idNumber: "A-12345678" })
      yield* rejectRealName(yield* checkOf(call), operator)
      const { frontImage, backImage } = yield* readRealName({}, call)
      expect([frontImage, backImage]).toEqual([sent.frontImage, sent.backImage])
      const images = { frontImage: frontImage ?? "", backImage: backImage ?? "" }
      const again = yield* submit(call, { idNumber: "", ...images })
      expect(again).toMatchObject({ status: "pending", idNumber: "••••••678", frontImage, backImage })
      const rows = yield* sql<{ count: bigint }>(
        "select count(distinct id_number_fingerprint) as count from real_names where member_id = $1",
        [call.memberId],
      )
      expect(Number(rows[0]?.count)).toBe(1)
    })

    it("loses its photographs some time after it was decided, but not those that a later check shows", async () => {
      const call = await run(newMember())
      const [old, again] = await runAt(
        1_000,
        Effect.gen(function* () {
          const first = yield* submit(call)
          yield* rejectRealName(yield* checkOf(call), operator)
          const next = yield* Effect.andThen(
            TestClock.adjust(1),
            submit(call, { frontImage: first.frontImage ?? "" }),
          )
          return [first, next] as const
        }),
      )
      await Effect.gen(function* () {
        const kept = Effect.map(
          sql<{ id: string }>("select id from uploads where member_id = $1", [call.memberId]),
          (rows) => new Set(rows.map(({ id }) => id)),
        )
        yield* markOldPhotographs()
        yield* removeUnusedImages()
        expect(yield* kept).toEqual(new Set([again.frontImage, again.backImage]))
        expect(old.backImage).not.toBe(again.backImage)
        const decided = approveRealName(yield* checkOf(call), operator)
        yield* Effect.provide(Effect.andThen(TestClock.setTime(2_000), decided), TestClock.layer())
        yield* markOldPhotographs()
        yield* removeUnusedImages()
        expect((yield* kept).size).toBe(0)
        expect(yield* readRealName({}, call)).toMatchObject({
          ...{ status: "verified", realName: "Ada Obi" },
          ...{ frontImage: null, backImage: null },
        })
      }).pipe(run)
    })

    test("is submitted once when two requests arrive at once", function* () {
      const call = yield* newMember()
      const outcomes = yield* Effect.all([reasonOf(submit(call)), reasonOf(submit(call))], {
        concurrency: 2,
      })
      expect(outcomes.toSorted()).toEqual(["done", "realname.already"])
    })

    test("accepts images of the member only", function* () {
      const call = yield* newMember()
      const frontImage = yield* newUpload(yield* newMember())
      expect(yield* Effect.flip(submit(call, { frontImage }))).toMatchObject({
        reason: "realname.image-unknown",
        field: "front_image",
      })
    })

    for (const [field, over, reason] of [
      ["real_name", { realName: "" }, "field.required"],
      ["real_name", { realName: "4da" }, "field.characters"],
      ["id_number", { idNumber: "12" }, "field.too-short"],
      ["id_number", { idNumber: "1234 5678" }, "field.characters"],
    ] as const)
      test(`names a bad ${field}`, function* () {
        expect(yield* Effect.flip(submit(yield* newMember(), over))).toMatchObject({ field, reason })
      })

    test("is reviewed by the demo's rule, and one ID number is verified for one member", function* () {
      const idNumber = `N${randomUUID().slice(0, 8)}0`
      const first = yield* newMember()
      yield* submit(first, { idNumber })
      yield* reviewOnce()
      expect((yield* readRealName({}, first)).status).toBe("verified")
      const second = yield* newMember()
      yield* submit(second, { idNumber: idNumber.toLowerCase() })
      const check = yield* checkOf(second)
      expect(yield* reasonOf(approveRealName(check, operator))).toBe("NotPending")
      yield* reviewOnce()
      expect(yield* readRealName({}, second)).toMatchObject({
        status: "rejected",
        reason: "Another account has already verified this ID number.",
      })
      const third = yield* newMember()
      yield* submit(third, { idNumber: "99999913" })
      yield* reviewOnce()
      expect(yield* readRealName({}, third)).toMatchObject({
        status: "rejected",
        reason: expect.stringContaining("13"),
      })
    })
  })

  test("keeps a bounded number of log-ins, the newest, and none for longer than they are shown", function* () {
    const [one, other] = [yield* newMember(), yield* newMember()]
    const dayMs = 86_400_000
    const nowMs = yield* Clock.currentTimeMillis
    const store = (call: Call, count: number, atMs: number) =>
      execute(
        `insert into logins (id, member_id, device, network, attempts, at_ms)
         select $1 || '-' || $3 || '-' || n, $1, 'other other', '', 1, $3::bigint + n from generate_series(1, $2::int) n`,
        [call.memberId, count, atMs],
      )
    yield* store(one, LOGINS_STORED_MAX + 30, nowMs - dayMs)
    yield* store(other, 3, nowMs - dayMs)
    yield* store(other, 2, nowMs - (LOGINS_KEPT_DAYS + 1) * dayMs)
    yield* removeOldLogins()
    const kept = (call: Call) =>
      sql("select count(*)::int as kept, min(at_ms) as oldest from logins where member_id = $1", [
        call.memberId,
      ])
    expect(yield* kept(one)).toEqual([{ kept: LOGINS_STORED_MAX, oldest: BigInt(nowMs - dayMs + 31) }])
    expect(yield* kept(other)).toMatchObject([{ kept: 3 }])
  })

  testAt(70 * 86_400_000)("computes credit score and level from counted facts", function* () {
    const call = yield* newMember()
    yield* submit(call)
    yield* approveRealName(yield* checkOf(call), operator)
    const credit = yield* readCredit({}, call)
    expect(credit.score).toBe(710)
    const facts = yield* readMemberFacts(call.memberId, 0)
    expect(facts).toEqual({
      level: 2,
      levelSteps: ["verified"],
      creditScore: 710,
      verification: "verified",
      bankCards: 0,
      cryptoAddresses: 0,
    })
  })

  test("lists invited members: masked, newest first, successful after a first deposit or contract", function* () {
    const call = yield* newMember()
    const idle = yield* newMember(100n, call.memberId)
    const active = yield* newMember(0n, call.memberId)
    yield* post({
      transactionId: `deposit-${active.memberId}`,
      memberId: active.memberId,
      available: 500n,
      code: CHANGE.depositCredited,
      reason: "",
      reference: "d",
      atMs: 1,
    })
    const summary = yield* readPromote({}, call)
    expect(summary).toMatchObject({ invited: 2, successful: 1 })
    expect(summary.link).toBe(`https://links.example/pages/login/register?code=${summary.invitationCode}`)
    const { items } = yield* listInvited({}, call)
    expect(items.map(({ success }) => success).toSorted()).toEqual([false, true])
    expect(JSON.stringify(items)).not.toContain(idle.memberId)
    expect((yield* listInvited({}, idle)).items).toEqual([])
  })
})
