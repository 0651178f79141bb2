import { Effect, Layer } from "effect"
import { expect, it } from "vitest"
import { Db } from "../../server/db/db.ts"
import { createMember, findMember } from "../../server/members/members.ts"
import { Passwords } from "../../server/members/password.ts"
import { Sessions } from "../../server/members/sessions.ts"
import { memberCommands } from "../../server/operator/member-commands.ts"
import { openWorld } from "../support/cash.ts"
import { embedded } from "../support/engines.ts"

const reset = (username: string) => {
  const command = memberCommands.find(({ name }) => name === "password reset")
  if (command === undefined) throw new Error("There is no such command.")
  return command.run({ member: username }, { who: "a test", why: "was recognised" })
}

it("resets a password: the printed one works, the old one does not, and sessions end", async () => {
  const world = await openWorld(embedded)
  const work = Effect.gen(function* () {
    const passwords = yield* Passwords
    const sessions = yield* Sessions
    const member = yield* createMember({
      username: "Ada",
      passwordHash: yield* passwords.hash("the old password"),
      invitedBy: null,
      credit: { amount: 0n, reason: "" },
    })
    const { token } = yield* sessions.open(member.id)
    const printed = String(yield* reset("ada"))
    const hash = (yield* findMember(member.id))?.password_hash ?? null
    expect(yield* passwords.matches(printed, hash)).toBe(true)
    expect(yield* passwords.matches("the old password", hash)).toBe(false)
    expect(yield* sessions.find(token)).toBeNull()
    const db = yield* Db
    const events = yield* db.query("select who, why, detail::text as detail from operator_events")
    expect(events).toEqual([{ who: "a test", why: "was recognised", detail: "{}" }])
    expect((yield* Effect.flip(reset("nobody"))).message).toContain("nobody")
  })
  await world.run(work.pipe(Effect.provide(Layer.mergeAll(Passwords.layer, Sessions.layer))))
  await world.stop()
})
