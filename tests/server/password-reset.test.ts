import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Layer } from "effect"
import { beforeAll, describe, expect } from "vitest"
import { Config } from "../../server/config.ts"
import type { Call } from "../../server/core/handler.ts"
import { Vault } from "../../server/core/vault.ts"
import { execute, sql } from "../../server/db/db.ts"
import { GuessLimits } from "../../server/members/guess-limiter.ts"
import { createMember, findMember } from "../../server/members/members.ts"
import { Passwords } from "../../server/members/password.ts"
import {
  listPasswordRequests,
  requestPasswordReset,
  resetPasswordByCode,
} from "../../server/members/password-reset.ts"
import { Sessions } from "../../server/members/sessions.ts"
import { printableJson } from "../../server/operator/command.ts"
import { memberCommands } from "../../server/operator/member-commands.ts"
import { operatorLayer, sendCommand } from "../../server/operator/socket.ts"
import { type CashWorld, newMember, reasonOf } from "../support/cash.ts"
import { effectTests } from "../support/effect-tests.ts"
import { forEachEngineInTurn } from "../support/engines.ts"
import { openTestWorld } from "../support/world-tests.ts"

const decider = { who: "a test", why: "was recognised" }

const operate = (name: string, values: Readonly<Record<string, string>> = {}) => {
  const command = memberCommands.find((each) => each.name === name)
  if (command === undefined) throw new Error(`There is no command ${name}.`)
  return command.run(values, decider)
}

const NEW_PASSWORD = "a quiet new harbour 7"
let count = 0

const register = Effect.fnUntraced(function* () {
  const username = `forgetful.${process.pid}.${++count}`
  const passwordHash = yield* (yield* Passwords).hash("the forgotten one")
  const credit = { amount: 0n, reason: "" }
  return yield* createMember({ username, passwordHash, invitedBy: null, termsAtMs: null, credit })
})

const issue = Effect.fnUntraced(function* (member: string) {
  return String(yield* operate("password code", { member })).split(" ")[0] ?? ""
})

forEachEngineInTurn("a forgotten password", (engine) => {
  const { run, runAt } = openTestWorld(engine)
  let visitor: Call
  beforeAll(async () => {
    visitor = await run(newMember())
  })
  const services = Layer.mergeAll(Passwords.layer, Sessions.layer, GuessLimits.layer)
  type Services = CashWorld | Layer.Success<typeof services>
  const test = effectTests((work: Effect.Effect<unknown, unknown, Services>) =>
    run(Effect.provide(work, services)),
  )
  const reset = (username: string, code: string, address = "192.0.2.1") =>
    resetPasswordByCode({ username, code, newPassword: NEW_PASSWORD }, { ...visitor, address })

  describe("the request", () => {
    test("reaches the operator with every contact, readable there and sealed in the database", function* () {
      const { username } = yield* register()
      for (const contact of ["ada@example.org", " +234  800 000 ", "ada@example.org"])
        expect(yield* requestPasswordReset({ username, contact }, visitor)).toEqual({})
      expect(yield* requestPasswordReset({ username: "no.such.name", contact: "x@y.z" }, visitor)).toEqual({})
      const listed = yield* operate("password requests")
      expect(listed).toMatchObject({
        rows: [
          { member: username, contact: "ada@example.org", contacts: "1 of 2" },
          { member: username, contact: "+234 800 000", contacts: "2 of 2" },
        ],
        note: expect.stringMatching(/several contacts/),
      })
      expect(JSON.stringify(yield* sql("select contact_sealed from password_requests"))).not.toMatch(/234/)
      expect(yield* operate("password dismiss", { member: username })).toBe("Done.")
      expect(yield* operate("password requests")).toEqual([])
    })

    test("keeps the first contacts, counts the others and reads one of an earlier release", function* () {
      const { username } = yield* register()
      const seal = (yield* Vault).seal("+234 1", `contact of ${username}`)
      yield* execute(`insert into password_requests select id, $2, 5 from members where username_key = $1`, [
        username,
        seal,
      ])
      for (let n = 2; n <= 12; n += 1)
        yield* requestPasswordReset(
          { username, contact: `+234 ${n}` },
          { ...visitor, address: `198.51.${n}.1` },
        )
      const requests = yield* listPasswordRequests()
      expect(requests.map(({ contact, place, count }) => [contact, place, count])).toEqual(
        Array.from({ length: 10 }, (_, index) => [`+234 ${index + 1}`, index + 1, 12]),
      )
      expect(requests[0]).toMatchObject({ requestedAtMs: 5 })
      yield* operate("password dismiss", { member: username })
    })

    test("is printed in one row, whatever an earlier release has stored", function* () {
      const { username } = yield* register()
      const forged = "a@b.c\u001b[2K\u202e\u009b\nbob      +234 1"
      const seal = (yield* Vault).seal(forged, `contact of ${username}`)
      yield* execute(`insert into password_requests select id, $2, 5 from members where username_key = $1`, [
        username,
        seal,
      ])
      const config = { ...(yield* Config), dataDir: mkdtempSync(join(tmpdir(), "forged-")) }
      const socket = Layer.provide(operatorLayer(memberCommands), Layer.succeed(Config, config))
      const send = Effect.promise(() => sendCommand(config.dataDir, ["password", "requests"]))
      const answer = yield* Effect.provide(send, socket)
      expect(answer?.text.split("\n")).toEqual([
        expect.stringMatching(/^member +contact +requested +contacts$/),
        expect.stringContaining(String.raw`a@b.c\u{001b}[2K\u{202e}\u{009b}\u{000a}bob +234 1  1970`),
      ])
      expect(printableJson(answer?.output)).toContain(String.raw`[2K\u202e\u009b\nbob`)
      yield* operate("password dismiss", { member: username })
    })

    test("loses no contact of two that come at the same time", function* () {
      const { username } = yield* register()
      yield* Effect.all(
        ["one@x.org", "two@x.org"].map((contact) => requestPasswordReset({ username, contact }, visitor)),
        { concurrency: 2 },
      )
      const contacts = (yield* listPasswordRequests()).map(({ contact }) => contact)
      expect(contacts.toSorted()).toEqual(["one@x.org", "two@x.org"])
      yield* operate("password dismiss", { member: username })
    })

    test("is refused with an unseen character", function* () {
      for (const sign of ["\u001b[2K", "\n", "\u202e", "\u2028", "\u200b", "\u009b", "\u2066"]) {
        const contact = `ada${sign}@example.org`
        const refused = yield* Effect.flip(requestPasswordReset({ username: "anyone", contact }, visitor))
        expect(refused, JSON.stringify(sign)).toMatchObject({ reason: "field.characters", field: "contact" })
      }
    })

    const atOneMoment = effectTests((work: Effect.Effect<unknown, unknown, Services>) =>
      runAt(1_800_000_000_000, Effect.provide(work, services)),
    )
    atOneMoment("is refused when an address sends too many", function* () {
      const outcomes: string[] = []
      for (let tries = 0; tries < 8; tries++)
        outcomes.push(
          yield* reasonOf(requestPasswordReset({ username: "anyone", contact: "x@y.z" }, visitor)),
        )
      expect(outcomes[0]).toBe("done")
      expect(outcomes.at(-1)).toBe("request.too-many")
    })
  })

  describe("the code", () => {
    test("sets a new password once and ends every session", function* () {
      const passwords = yield* Passwords
      const sessions = yield* Sessions
      const { id, username } = yield* register()
      const token = (yield* sessions.open(id, 0n))?.token ?? ""
      expect(yield* sessions.find(token)).not.toBeNull()
      yield* requestPasswordReset({ username, contact: "ada@example.org" }, visitor)
      const code = yield* issue(username)
      expect(yield* operate("password requests")).toEqual([])
      const rows = yield* sql("select code_hash from password_codes where member_id = $1", [id])
      expect(JSON.stringify(rows)).not.toContain(code)
      expect(yield* reasonOf(reset(username, code.toLowerCase()))).toBe("done")
      const hash = (yield* findMember(id))?.password_hash ?? null
      expect(yield* passwords.matches(NEW_PASSWORD, hash)).toBe(true)
      expect(yield* sessions.find(token)).toBeNull()
      expect(yield* reasonOf(reset(username, code))).toBe("password.code-wrong")
    })

    test("is refused when it is wrong, replaced, expired, or of another member, and wins once of two", function* () {
      const [ada, eve] = [yield* register(), yield* register()]
      const first = yield* issue(ada.username)
      const code = yield* issue(ada.username)
      const refused = [
        yield* reasonOf(reset(ada.username, first, "192.0.2.2")),
        yield* reasonOf(reset(eve.username, code, "192.0.2.3")),
        yield* reasonOf(reset("no.such.name", code, "192.0.2.4")),
      ]
      expect(refused).toEqual(refused.map(() => "password.code-wrong"))
      const outcomes = yield* Effect.all(
        [reasonOf(reset(ada.username, code, "192.0.2.5")), reasonOf(reset(ada.username, code, "192.0.2.6"))],
        { concurrency: 2 },
      )
      expect(outcomes.toSorted()).toEqual(["done", "password.code-wrong"])
      const late = yield* issue(eve.username)
      yield* execute("update password_codes set expires_at_ms = 1 where member_id = $1", [eve.id])
      expect(yield* reasonOf(reset(eve.username, late, "192.0.2.7"))).toBe("password.code-wrong")
    })

    test("takes no weak password, and stays usable then", function* () {
      const { username } = yield* register()
      const code = yield* issue(username)
      const weak = resetPasswordByCode({ username, code, newPassword: "short" }, visitor)
      expect(yield* Effect.flip(weak)).toMatchObject({ field: "new_password" })
      expect(yield* reasonOf(reset(username, code, "192.0.2.8"))).toBe("done")
    })
  })
})
