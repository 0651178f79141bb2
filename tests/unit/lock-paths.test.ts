import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { lockMachine } from "../../machines/lock.ts"
import { NoAnswer } from "../../src/contract/errors.ts"
import { type Inspector, noopInspector } from "../../src/runtime/actors/inspector.ts"
import { createPageActors } from "../../src/runtime/actors/page-actors.ts"
import { createLock } from "../../src/runtime/hooks/use-lock.ts"
import { cases } from "../model/events/lock.ts"
import { type OpenDriver, runInProcess } from "../model/harness/run-in-process.ts"
import { holdCalls } from "../support/held-calls.ts"

const at = 1

/** A server that answers when the test says so, and the calls that it received. */
const openPage = (onActor: Inspector["onActor"]) => {
  const secrets = { keep: () => "", take: () => "typed" }
  const { services, calls, answer } = holdCalls({ secrets })
  const actor = createLock(createPageActors({ ...noopInspector, onActor }), services)
  actor.start("page")
  return { actor, calls, answer }
}

beforeAll(() => void vi.useFakeTimers({ toFake: ["setTimeout", "Date"], now: at }))
afterAll(() => void vi.useRealTimers())

const open: OpenDriver = (onActor) => {
  vi.setSystemTime(at)
  const { actor, answer } = openPage(onActor)
  const typed = { username: "ada", secret: "a handle", at }
  return {
    trigger: (event) => {
      switch (event.type) {
        case "lock.ask":
        case "lock.cancel":
        case "lock.confirm":
          return actor.send({ type: event.type, at })
        case "lock.lock":
        case "lock.unlock":
          return actor.send({ type: event.type, ...typed })
        case "lock.locked":
          return answer(Effect.succeed({ lockedAtMs: at, opensAtMs: null }))
        case "lock.unlocking":
          return answer(Effect.succeed({ lockedAtMs: at, opensAtMs: 2 }))
        case "lock.refused":
          return answer(Effect.fail(new NoAnswer({ kind: "network", status: null })))
        default:
          vi.advanceTimersByTime(1)
          vi.setSystemTime(at)
      }
    },
  }
}

runInProcess(lockMachine, cases, open)

describe("a lock", () => {
  it("is sent once, from a session after a question, and with the password that was typed", async () => {
    const { actor, calls, answer } = openPage(() => {})
    actor.send({ type: "lock.confirm", at })
    expect(calls).toEqual([])
    actor.send({ type: "lock.ask", at })
    for (let tap = 0; tap < 2; tap += 1) actor.send({ type: "lock.confirm", at })
    expect(calls).toEqual(["lock {}"])
    answer(Effect.fail(new NoAnswer({ kind: "network", status: null })))
    await vi.waitFor(() => expect(actor.getSnapshot().value).toBe("open"))
    actor.send({ type: "lock.lock", username: "ada", secret: "a handle", at })
    expect(calls.slice(1)).toEqual(['lockByPassword {"username":"ada","password":"typed"}'])
    answer(Effect.succeed({ lockedAtMs: 1, opensAtMs: null }))
    await vi.waitFor(() => expect(actor.getSnapshot().value).toBe("locked"))
    expect(JSON.stringify(actor.getSnapshot())).not.toContain("typed")
  })
})
