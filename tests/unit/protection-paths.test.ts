import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { protectionMachine } from "../../machines/protection.ts"
import { NoAnswer } from "../../src/contract/errors.ts"
import { exclusionEnd, nearLimit, usedShare } from "../../src/domain/protection.ts"
import { type Inspector, noopInspector } from "../../src/runtime/actors/inspector.ts"
import { createPageActors } from "../../src/runtime/actors/page-actors.ts"
import { createProtection } from "../../src/runtime/hooks/use-protection.ts"
import { cases } from "../model/events/protection.ts"
import { type OpenDriver, runInProcess } from "../model/harness/run-in-process.ts"
import { holdCalls, holdConfirmation } from "../support/held-calls.ts"

const at = 1

/** A server that answers when the test says so, and the calls that it received. */
const openPage = (onActor: Inspector["onActor"]) => {
  const { services, calls, answer } = holdCalls({ secrets: { keep: () => "", take: () => "" } })
  const { confirm, asked, decide } = holdConfirmation()
  const pageActors = createPageActors({ ...noopInspector, onActor })
  const actor = createProtection(pageActors, services, confirm, (name, value) => `${name} ${value}`)
  actor.start("page")
  return { actor, calls, asked, answer, decide }
}

beforeAll(() => void vi.useFakeTimers({ toFake: ["setTimeout", "Date"], now: at }))
afterAll(() => void vi.useRealTimers())

const unanswered = Effect.fail(new NoAnswer({ kind: "network", status: null }))

const open: OpenDriver = (onActor) => {
  const { actor, calls, answer, decide } = openPage(onActor)
  /** A looser limit needs a proof before it is sent. */
  const answerProved = async (said: Parameters<typeof answer>[0]) => {
    const isAsked = actor.getSnapshot().value === "confirming"
    const before = calls.length
    decide("proved")
    if (isAsked) await vi.waitFor(() => expect(calls.length).toBeGreaterThan(before))
    answer(said)
  }
  const name = "stake_day" as const
  return {
    trigger: (event) => {
      switch (event.type) {
        case "protection.edit":
          return actor.send({ type: event.type, name, at })
        case "protection.submit":
          return actor.send({ type: event.type, value: "5000.00", revision: 3, at })
        case "protection.confirm":
          return actor.send({ type: event.type, name, value: null, revision: 3, at })
        case "protection.askAway":
          return actor.send({ type: event.type, away: { kind: "pause", length: 7 }, at })
        case "protection.cancel":
        case "protection.yes":
          return actor.send({ type: event.type, at })
        case "protection.saved":
          return answerProved(Effect.succeed({}))
        case "protection.unconfirmed":
          return decide(null)
        default:
          return answerProved(unanswered)
      }
    },
  }
}

runInProcess(protectionMachine, cases, open)

describe("a change of a member's own limits", () => {
  it("is sent once with the revision, and an exclusion only after a question", async () => {
    const { actor, calls, answer } = openPage(() => {})
    actor.send({ type: "protection.yes", at })
    actor.send({ type: "protection.edit", name: "loss_week", at })
    for (let tap = 0; tap < 2; tap += 1)
      actor.send({ type: "protection.submit", value: null, revision: 4, at })
    expect(calls).toEqual(['limitChange {"revision":4,"name":"loss_week","value":null}'])
    answer(unanswered)
    await vi.waitFor(() => expect(actor.getSnapshot().value).toBe("editing"))
    actor.send({ type: "protection.cancel", at })
    actor.send({ type: "protection.askAway", away: { kind: "exclude", length: 6 }, at })
    expect(calls).toHaveLength(1)
    actor.send({ type: "protection.yes", at })
    expect(calls.at(-1)).toBe('exclude {"months":6}')
  })

  it("to a looser one is sent with a proof of exactly that, and not without", async () => {
    const { actor, calls, asked, decide } = openPage(() => {})
    const confirm = { type: "protection.confirm", name: "loss_day", value: "9.00", revision: 2, at } as const
    actor.send(confirm)
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    decide(null)
    await vi.waitFor(() => expect(actor.getSnapshot().value).toBe("shown"))
    actor.send(confirm)
    await vi.waitFor(() => expect(asked).toHaveLength(2))
    const subject = { purpose: "limit", name: "loss_day", value: "9.00" }
    expect(asked).toEqual(Array(2).fill({ subject, to: "loss_day 9.00" }))
    decide("c1")
    const sent = 'limitConfirm {"revision":2,"name":"loss_day","confirmation":"c1"}'
    await vi.waitFor(() => expect(calls).toEqual([sent]))
  })
})

describe("what is used of limits", () => {
  it("is a share of each, and the one of orders that is used most is near from 80 % on", () => {
    const limit = (name: "stake_day" | "loss_day" | "deposit_day", used: string) => ({
      ...{ name, value: "1000.00", used },
    })
    expect(usedShare(limit("stake_day", "250.00"))).toBe(0.25)
    expect(usedShare({ name: "open_contracts", value: "0", used: "0" })).toBe(1)
    expect(usedShare({ name: "stake_day", value: null, used: "9.00" })).toBe(0)
    const near = [limit("deposit_day", "1000.00"), limit("stake_day", "800.00"), limit("loss_day", "900.00")]
    expect(nearLimit(near)?.name).toBe("loss_day")
    expect(nearLimit([limit("stake_day", "799.00")])).toBeNull()
  })

  it("an exclusion ends on the same day of a later month, or on its last", () => {
    expect(new Date(exclusionEnd(Date.UTC(2026, 7, 31), 6)).toISOString()).toBe("2027-02-28T00:00:00.000Z")
    expect(new Date(exclusionEnd(Date.UTC(2026, 0, 15), 60)).toISOString()).toBe("2031-01-15T00:00:00.000Z")
  })
})
