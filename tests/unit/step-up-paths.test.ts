import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { stepUpMachine } from "../../machines/step-up.ts"
import { NoAnswer, Refused } from "../../src/contract/errors.ts"
import type { Confirmable } from "../../src/domain/confirmation.ts"
import { type ActorHost, createHostedActor } from "../../src/runtime/actors/actor-host.ts"
import { type Inspector, noopInspector } from "../../src/runtime/actors/inspector.ts"
import { createStepUps } from "../../src/runtime/actors/step-up.ts"
import { cases } from "../model/events/step-up.ts"
import { type OpenDriver, runInProcess } from "../model/harness/run-in-process.ts"
import { holdCalls } from "../support/held-calls.ts"

const at = 1
const subject: Confirmable = {
  ...{ purpose: "bank-card", bankName: "First Bank" },
  ...{ cardNumber: "4000000000001234", username: "Ada" },
}
const challenge = (id: string) => ({ id, expiresAtMs: 2, proofs: ["code"] })
const silence = Effect.fail(new NoAnswer({ kind: "network", status: null }))

/** A server that answers when the test says so; handles are numbers. */
const open = (onActor: Inspector["onActor"], createKey: () => string) => {
  const typed = new Map([["a handle", "123456"]])
  const secrets = {
    keep: () => "a handle",
    take: (handle: string) => {
      const secret = typed.get(handle)
      typed.delete(handle)
      return secret
    },
  }
  const { services, calls, answer } = holdCalls({ secrets })
  const registerActor: ActorHost["registerActor"] = (id, machine, input) => {
    const actor = createHostedActor(id, machine, input, { ...noopInspector, onActor })
    actor.start(null, null)
    return actor
  }
  return { ...createStepUps({ services, registerActor, now: () => at, createKey }), calls, answer }
}

beforeAll(() => void vi.useFakeTimers({ toFake: ["Date"], now: at }))
afterAll(() => void vi.useRealTimers())

const openDriver: OpenDriver = (onActor) => {
  let key = ""
  const { actor, confirm, answer } = open(onActor, () => {
    key = key === "first" ? "second" : "first"
    return key
  })
  return {
    trigger: (event) => {
      switch (event.type) {
        case "stepUp.ask":
          return void confirm({ subject })
        case "stepUp.retry":
        case "stepUp.cancel":
          return actor.send({ type: event.type, at })
        case "stepUp.prove":
          return actor.send({ type: event.type, kind: "code", secret: "a handle", at })
        case "stepUp.challenged":
          return answer(Effect.succeed({ ...challenge("c1"), proofs: Reflect.get(event, "proofs") }))
        case "stepUp.proved":
          return answer(Effect.succeed({}))
        default:
          return answer(silence)
      }
    },
  }
}

runInProcess(stepUpMachine, cases, openDriver)

describe("a confirmation", () => {
  const prove = async (stepUps: ReturnType<typeof open>, id: string) => {
    stepUps.answer(Effect.succeed(challenge(id)))
    await vi.waitFor(() => expect(stepUps.actor.getSnapshot().value).toBe("asking"))
    stepUps.actor.send({ type: "stepUp.prove", kind: "code", secret: "a handle", at })
  }

  it("gives the id of the proved challenge, and no secret to an event or the context", async () => {
    const stepUps = open(
      () => {},
      () => "first",
    )
    const confirmation = stepUps.confirm({ subject })
    await prove(stepUps, "c1")
    expect(stepUps.calls).toEqual([
      `confirmationCreate ${JSON.stringify({ subject })}`,
      'confirmationProve {"id":"c1","proof":{"kind":"code","factorCode":"123456"}}',
    ])
    expect(JSON.stringify(stepUps.actor.getSnapshot())).not.toMatch(/123456|1234/)
    stepUps.answer(Effect.succeed({}))
    expect(await confirmation).toBe("c1")
  })

  it("replaces a challenge that is over by another, with the same proof", async () => {
    const stepUps = open(
      () => {},
      () => "first",
    )
    const confirmation = stepUps.confirm({ subject })
    await prove(stepUps, "c1")
    stepUps.answer(Effect.fail(new Refused({ reason: "confirmation.expired", message: "" })))
    await vi.waitFor(() => expect(stepUps.calls).toHaveLength(3))
    stepUps.answer(Effect.succeed(challenge("c2")))
    await vi.waitFor(() => expect(stepUps.calls).toHaveLength(4))
    expect(stepUps.calls[3]).toBe(
      'confirmationProve {"id":"c2","proof":{"kind":"code","factorCode":"123456"}}',
    )
    stepUps.answer(Effect.succeed({}))
    expect(await confirmation).toBe("c2")
  })

  it("is none where the member cancels, or begins another", async () => {
    const keys = ["first", "second"]
    const stepUps = open(
      () => {},
      () => keys.shift() ?? "",
    )
    const [first, second] = [stepUps.confirm({ subject }), stepUps.confirm({ subject })]
    expect(await first).toBeNull()
    stepUps.actor.send({ type: "stepUp.cancel", at })
    expect(await second).toBeNull()
  })
})
