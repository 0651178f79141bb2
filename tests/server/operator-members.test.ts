import { Effect, Layer } from "effect"
import { expect, it } from "vitest"
import { sql } from "../../server/db/db.ts"
import { createMember, findMember, type Member } from "../../server/members/members.ts"
import { Passwords } from "../../server/members/password.ts"
import { Sessions } from "../../server/members/sessions.ts"
import type { CommandOutput } from "../../server/operator/command.ts"
import { memberCommands } from "../../server/operator/member-commands.ts"
import { openWorld } from "../support/cash.ts"
import { embedded } from "../support/engines.ts"

const reset = (username: string) => {
  const command = memberCommands.find(({ name }) => name === "password reset")
  if (command === undefined) throw new Error("There is no such command.")
  return command.run({ member: username }, { who: "a test", why: "was recognised" })
}

/** The order of the engine: by the name in small letters. */
const byKey = (a: string, b: string) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)

const list = (values: Readonly<Record<string, string>>) => {
  const command = memberCommands.find(({ name }) => name === "members list")
  if (command === undefined) throw new Error("There is no such command.")
  return command.run(values, { who: "a test", why: "" })
}

/** The names of a list, and whether it says that there are more. */
const namesOf = (output: CommandOutput) => {
  if (typeof output === "string") throw new Error(output)
  const rows = "rows" in output ? output.rows : output
  return [rows.map(({ member }) => member), "note" in output ? output.note : null]
}

it("lists members by the beginning of their names, page by page", async () => {
  const world = await openWorld(embedded)
  const work = Effect.gen(function* () {
    let invitedBy: string | null = null
    for (const username of ["Ada", "adam", "ADANNA", "bola", "ad_m"]) {
      const member: Member = yield* createMember({
        username,
        passwordHash: "-",
        invitedBy,
        termsAtMs: null,
        credit: { amount: 12_345n, reason: "welcome" },
      })
      invitedBy = member.id
    }
    const seen = (values: Readonly<Record<string, string>>) => Effect.map(list(values), namesOf)
    expect(yield* seen({})).toEqual([["Ada", "ad_m", "adam", "ADANNA", "bola"].sort(byKey), null])
    expect(yield* seen({ prefix: "AD" })).toEqual([["Ada", "ad_m", "adam", "ADANNA"].sort(byKey), null])
    expect(yield* seen({ prefix: "ad_" })).toEqual([["ad_m"], null])
    expect(yield* seen({ prefix: "ad%" })).toEqual([[], null])
    expect(yield* seen({ prefix: "ada", limit: "2" })).toEqual([
      ["Ada", "adam"],
      "There are more: give --after adam.",
    ])
    expect(yield* seen({ prefix: "ada", limit: "2", after: "adam" })).toEqual([["ADANNA"], null])
    expect(yield* list({ prefix: "bola" })).toEqual([
      {
        member: "bola",
        registered: expect.stringMatching(/^20.*Z$/),
        available: "123.45",
        inviter: "ADANNA",
      },
    ])
    for (const limit of ["0", "101", "x"])
      expect((yield* Effect.flip(list({ limit }))).message).toContain("whole number from 1 to 100")
  })
  await world.run(work.pipe(Effect.provide(Layer.mergeAll(Passwords.layer, Sessions.layer))))
  await world.stop()
})

it("resets a password: the printed one works, the old one does not, and sessions end", async () => {
  const world = await openWorld(embedded)
  const work = Effect.gen(function* () {
    const passwords = yield* Passwords
    const sessions = yield* Sessions
    const member = yield* createMember({
      username: "Ada",
      passwordHash: yield* passwords.hash("the old password"),
      invitedBy: null,
      termsAtMs: null,
      credit: { amount: 0n, reason: "" },
    })
    const token = (yield* sessions.open(member.id, 0n))?.token ?? ""
    expect(yield* sessions.find(token)).not.toBeNull()
    const printed = String(yield* reset("ada"))
    const hash = (yield* findMember(member.id))?.password_hash ?? null
    expect(yield* passwords.matches(printed, hash)).toBe(true)
    expect(yield* passwords.matches("the old password", hash)).toBe(false)
    expect(yield* sessions.find(token)).toBeNull()
    const events = yield* sql("select who, why, detail::text as detail from operator_events")
    expect(events).toEqual([{ who: "a test", why: "was recognised", detail: "{}" }])
    expect((yield* Effect.flip(reset("nobody"))).message).toContain("nobody")
  })
  await world.run(work.pipe(Effect.provide(Layer.mergeAll(Passwords.layer, Sessions.layer))))
  await world.stop()
})
