import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { type FactorInput, factorMachine } from "../../machines/factor.ts"
import { type ApiError, NoAnswer, Refused } from "../../src/contract/errors.ts"
import { isCodeOf, makeFactor } from "../../src/domain/factor.ts"
import { CANCELLED } from "../../src/domain/problem.ts"
import { type Inspector, noopInspector } from "../../src/runtime/actors/inspector.ts"
import { createPageActors } from "../../src/runtime/actors/page-actors.ts"
import { createFactor } from "../../src/runtime/hooks/use-factor.ts"
import { cases } from "../model/events/factor.ts"
import { type OpenDriver, runInProcess } from "../model/harness/run-in-process.ts"
import { holdCalls, holdConfirmation } from "../support/held-calls.ts"

const at = 1
const ceremony = vi.hoisted(() => ({ count: 0, answer: (_made: unknown) => {} }))
vi.mock("../../src/runtime/api/passkey-ceremony.ts", () => ({
  createPasskey: () =>
    Effect.callback<string, ApiError>((resume) => {
      ceremony.count += 1
      ceremony.answer = (made) =>
        resume(
          made === null
            ? Effect.fail(new Refused({ reason: CANCELLED, message: "" }))
            : Effect.succeed("signed"),
        )
    }),
}))

let made = 0
/** Key and codes that differ. */
const secrets = makeFactor((count) => {
  made += 1
  return new Uint8Array(count).fill(made)
})

/** A page whose confirmation and server answer when the test says so. */
const openPage = (onActor: Inspector["onActor"], input: FactorInput) => {
  const { services, calls, answer } = holdCalls()
  const { confirm, asked, decide } = holdConfirmation()
  const pageActors = createPageActors({ ...noopInspector, onActor })
  const { actor, held } = createFactor(pageActors, services, { confirm }, input, secrets)
  actor.start("page")
  return { actor, held, calls, asked, answer, decide }
}

beforeAll(() => void vi.useFakeTimers({ toFake: ["setTimeout", "Date"], now: at }))
afterAll(() => void vi.useRealTimers())

const settle = () => new Promise((resolve) => setImmediate(resolve))
const unanswered = Effect.fail(new NoAnswer({ kind: "network", status: null }))
const submit = { type: "factor.submit", at } as const

const inputOf = (input: unknown): FactorInput =>
  cases.inputs?.find((each) => each === input) ?? { change: "app", passkeyId: "" }

const open: OpenDriver = (onActor, path) => {
  const { actor, calls, answer, decide } = openPage(onActor, inputOf(path.input))
  /** A signature begins with code that is loaded, and a call. */
  const go = async (step: () => void) => {
    const before = calls.length
    step()
    await settle()
    if (actor.getSnapshot().value === "signing")
      await vi.waitFor(() => expect(calls.length).toBeGreaterThan(before))
  }
  /** The authenticator answers once the server has made a challenge. */
  const answerSigned = async (made: string | null) => {
    const before = ceremony.count
    answer(Effect.succeed({}))
    await vi.waitFor(() => expect(ceremony.count).toBeGreaterThan(before))
    ceremony.answer(made)
  }
  return {
    trigger: async (event, from) => {
      switch (event.type) {
        case "factor.submit":
          return await go(() => actor.send(submit))
        case "factor.confirmed":
          return await go(() => decide("proved"))
        case "factor.signed":
          return await answerSigned("signed")
        case "factor.cancelled":
          return from === "confirming" ? decide(null) : await answerSigned(null)
        case "factor.changed":
          return answer(Effect.succeed({}))
        default: {
          const reason: unknown = Reflect.get(Object(Reflect.get(event, "failure")), "reason")
          const isOver = reason === "confirmation.expired"
          return answer(isOver ? Effect.fail(new Refused({ reason, message: "" })) : unanswered)
        }
      }
    },
  }
}

runInProcess(factorMachine, cases, open)

describe("a change of the second factor", () => {
  it("is confirmed as exactly what is sent, and its key and codes are in no event or context", async () => {
    const page = openPage(() => {}, { change: "app", passkeyId: "" })
    page.held.code = "123456"
    page.actor.send(submit)
    expect(page.asked).toEqual([{ subject: { purpose: "factor", change: "app" } }])
    page.decide("proved")
    await settle()
    const factorSecret = [secrets.key, ...secrets.codes].join(" ")
    const request = { factorSecret, factorCode: "123456", confirmation: "proved" }
    expect(page.calls).toEqual([`factorAdd ${JSON.stringify(request)}`])
    for (const secret of ["123456", secrets.key, ...secrets.codes])
      expect(JSON.stringify(page.actor.getSnapshot())).not.toContain(secret)
    // a wrong code is typed again without another confirmation
    page.answer(Effect.fail(new Refused({ reason: "factor.code-wrong", message: "" })))
    await settle()
    page.held.code = "654321"
    page.actor.send(submit)
    await settle()
    expect(page.asked).toHaveLength(1)
    expect(page.calls.at(-1)).toContain("654321")
  })

  it.each([
    [{ change: "codes", passkeyId: "" }, { purpose: "factor", change: "codes" }, "codesReplace"],
    [{ change: "app-off", passkeyId: "" }, { purpose: "factor-off" }, "factorRemove"],
    [{ change: "passkey-off", passkeyId: "p1" }, { purpose: "factor-off", passkeyId: "p1" }, "passkeyRemove"],
  ] as const)("of %j is one call", async (input, subject, endpoint) => {
    const page = openPage(() => {}, input)
    page.actor.send(submit)
    expect(page.asked).toEqual([{ subject }])
    page.decide("proved")
    await settle()
    expect(page.calls).toEqual([expect.stringMatching(new RegExp(`^${endpoint} .*"confirmation":"proved"`))])
  })

  it("wants one of its own codes typed back, in any case and with any dashes", () => {
    const [first = ""] = secrets.codes
    expect(isCodeOf(` ${first.toLowerCase().replaceAll("-", " ")}`, secrets.codes)).toBe(true)
    expect(isCodeOf("AAAA-BBBB-CCCC-DDDD", secrets.codes)).toBe(false)
  })
})
