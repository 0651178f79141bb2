import { describe, expect, it } from "vitest"
import { createActor, SimulatedClock } from "xstate"
import { type RequestInput, type RequestOutput, requestMachine } from "../../machines/request.ts"
import { LOADING_DELAY_MS, REQUEST_TIMEOUT_MS, RETRY_DELAY_MS, RETRY_LIMIT } from "../../src/domain/limits.ts"
import type { RequestEmitted, RequestEvent } from "../../src/events/request.ts"
import { puppet } from "../support/parts.ts"

const run = (more: Partial<RequestInput> = {}) => {
  const clock = new SimulatedClock()
  const attempt = puppet<RequestEvent, { readonly attempt: number }>()
  const emitted: RequestEmitted[] = []
  const machine = requestMachine.provide({ actors: { attempt: attempt.logic } })
  const input = { endpoint: "quotes", method: "GET", key: null, loading: false, ...more }
  const actor = createActor(machine, { clock, input })
  actor.on("*", (event) => emitted.push(event))
  const outputs: RequestOutput[] = []
  actor.subscribe({
    complete: () => {
      const { output } = actor.getSnapshot()
      if (output) outputs.push(output)
    },
  })
  actor.start()
  const outcomes = () => outputs.map(({ outcome }) => outcome)
  return { clock, attempt, actor, emitted, outcomes }
}

describe("the request machine", () => {
  it.each([
    [{ type: "request.succeeded" }, "success", "succeeded"],
    [{ type: "request.refused", failure: { reason: "order.sold-out" } }, "refused", "refused"],
    [{ type: "request.tokenRejected" }, "token-invalid", "rejected"],
    [{ type: "request.unanswered", kind: "malformed" }, "malformed", "failed"],
  ] as const)("ends once after %o", (fact, outcome, state) => {
    const { attempt, actor, outcomes, clock } = run()
    attempt.tell(fact)
    expect(outcomes()).toEqual([outcome])
    expect(actor.getSnapshot()).toMatchObject({ value: state, status: "done" })
    clock.increment(60_000)
    expect(outcomes()).toEqual([outcome])
  })

  it("gives up a GET after 10 s and tries twice more, a second apart, stopping each attempt", () => {
    const { attempt, clock, outcomes } = run()
    for (let tries = 1; tries <= RETRY_LIMIT; tries += 1) {
      clock.increment(REQUEST_TIMEOUT_MS - 1)
      expect(attempt.stopped()).toBe(tries - 1)
      clock.increment(1)
      expect(attempt.stopped()).toBe(tries)
      clock.increment(RETRY_DELAY_MS - 1)
      expect(attempt.started).toHaveLength(tries)
      clock.increment(1)
      expect(attempt.started).toHaveLength(tries + 1)
    }
    clock.increment(REQUEST_TIMEOUT_MS)
    expect(outcomes()).toEqual(["timeout"])
    expect(attempt.started.map((input) => input.attempt)).toEqual([1, 2, 3])
  })

  it.each(["network", "server", "timeout"] as const)("tries a GET again after %s", (kind) => {
    const { attempt, clock, outcomes } = run()
    attempt.tell({ type: "request.unanswered", kind })
    expect(outcomes()).toEqual([])
    clock.increment(RETRY_DELAY_MS)
    attempt.tell({ type: "request.succeeded" })
    expect(outcomes()).toEqual(["success"])
  })

  it("never sends a POST twice", () => {
    const timedOut = run({ method: "POST" })
    timedOut.clock.increment(REQUEST_TIMEOUT_MS)
    expect(timedOut.outcomes()).toEqual(["timeout"])
    const lost = run({ method: "POST" })
    lost.attempt.tell({ type: "request.unanswered", kind: "network" })
    lost.clock.increment(60_000)
    expect(lost.outcomes()).toEqual(["network"])
    expect([...timedOut.attempt.started, ...lost.attempt.started]).toHaveLength(2)
  })

  it("shows the indicator after 800 ms where it was asked for, and hides it at the end", () => {
    const { attempt, clock, emitted, outcomes } = run({ loading: true })
    clock.increment(LOADING_DELAY_MS - 1)
    expect(emitted).toEqual([])
    clock.increment(1)
    expect(emitted).toEqual([{ type: "request.loadingShown" }])
    attempt.tell({ type: "request.succeeded" })
    expect(emitted.map(({ type }) => type)).toEqual(["request.loadingShown", "request.loadingHidden"])
    expect(outcomes()).toEqual(["success"])
  })

  it("shows it on every retry, once, also where it was not asked for", () => {
    const { attempt, clock, emitted } = run()
    clock.increment(LOADING_DELAY_MS)
    expect(emitted).toEqual([])
    attempt.tell({ type: "request.unanswered", kind: "network" })
    expect(emitted).toEqual([{ type: "request.loadingShown" }])
    clock.increment(RETRY_DELAY_MS)
    attempt.tell({ type: "request.unanswered", kind: "network" })
    expect(emitted).toHaveLength(1)
  })

  it("ends at once when it is aborted, in an attempt and between two", () => {
    const { actor, attempt, outcomes } = run()
    actor.send({ type: "request.abort" })
    expect(outcomes()).toEqual(["abort"])
    expect(attempt.stopped()).toBe(1)
    const between = run()
    between.attempt.tell({ type: "request.unanswered", kind: "network" })
    between.actor.send({ type: "request.abort" })
    between.clock.increment(60_000)
    expect(between.outcomes()).toEqual(["abort"])
    expect(between.attempt.started).toHaveLength(1)
  })
})
