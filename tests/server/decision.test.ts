import { Cause, Effect, Exit } from "effect"
import { describe, expect, it } from "vitest"
import { CurrentCommand, postDecided, recordDecision } from "../../server/core/decision.ts"
import { CHANGE } from "../../server/core/ledger.ts"
import { Db } from "../../server/db/db.ts"
import { newMember } from "../support/cash.ts"
import { embedded } from "../support/engines.ts"
import { openTestWorld } from "../support/world-tests.ts"

const { run, runAt } = openTestWorld(embedded)

const eventOf = (subject: string) =>
  Db.use((db) =>
    Effect.map(
      db.sql<Readonly<Record<string, unknown>>>(
        `select at_ms, who, command, subject, why, detail, key, words_hash, proposal
         from operator_events where subject = $1`,
        [subject],
      ),
      (rows) => rows[0],
    ),
  )
const decisionOn = (subject: string) => ({
  who: "bola",
  why: "a letter",
  command: "deposits approve",
  subject,
})

describe("a decision", () => {
  it("is stored with who made it, why, about what and when", async () => {
    const stored = await runAt(
      1_900_000_000_000,
      Effect.andThen(
        recordDecision({ ...decisionOn("d1"), detail: { kobo: "5", first: true } }),
        eventOf("d1"),
      ),
    )
    expect(stored).toEqual({
      ...decisionOn("d1"),
      at_ms: 1_900_000_000_000n,
      detail: { kobo: "5", first: true },
      key: null,
      words_hash: null,
      proposal: null,
    })
  })

  it("carries the key of its command, and who proposed what it carries out", async () => {
    const running = { key: "k1", wordsHash: "h1", proposal: null }
    const record = (subject: string) => Effect.andThen(recordDecision(decisionOn(subject)), eventOf(subject))
    const alone = await run(Effect.provideService(record("d2"), CurrentCommand, running))
    expect(alone).toMatchObject({ key: "k1", words_hash: "h1", proposal: null, detail: {} })
    const agreeing = { ...running, key: "k2", proposal: { id: "p1", who: "chidi" } }
    const agreed = await run(Effect.provideService(record("d3"), CurrentCommand, agreeing))
    expect(agreed).toMatchObject({ key: "k2", proposal: "p1", detail: { proposed_by: "chidi" } })
  })

  it("that would spend what is not there is a defect, not a refusal", async () => {
    const exit = await Effect.gen(function* () {
      const member = yield* newMember(100n)
      const entry = {
        ...{
          transactionId: "t1",
          memberId: member.memberId,
          available: -101n,
          code: CHANGE.systemDecrease,
        },
        ...{ reason: "test", reference: "r1", atMs: 1 },
      }
      return yield* Effect.exit(postDecided(entry))
    }).pipe(run)
    expect(Exit.isFailure(exit) && Cause.hasDies(exit.cause)).toBe(true)
    expect(String(exit)).toContain("InsufficientFunds")
  })
})
