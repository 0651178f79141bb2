import { Context, Effect } from "effect"
import { describe, expect, it } from "vitest"
import { removalMachine } from "../../machines/removal.ts"
import { NoAnswer, Refused } from "../../src/contract/errors.ts"
import { type Inspector, noopInspector } from "../../src/runtime/actors/inspector.ts"
import { createPageActors } from "../../src/runtime/actors/page-actors.ts"
import { Unconfirmed } from "../../src/runtime/actors/step-up.ts"
import { Api } from "../../src/runtime/api/services.ts"
import {
  cancelWithdrawal,
  createRemoval,
  type RemovalKind,
  removeItem,
} from "../../src/runtime/hooks/use-removal.ts"
import { cases } from "../model/events/removal.ts"
import { type OpenDriver, runInProcess } from "../model/harness/run-in-process.ts"
import { holdCalls } from "../support/held-calls.ts"

const at = 1
const KEY = "01980000-0000-7000-8000-000000000001"

const address = (id: string) => ({
  id,
  network: "TRC20",
  address: "T".repeat(34),
  exchange: false,
  addedAtMs: 0,
  usableAtMs: 0,
})

/** A server that answers when the test says so, and the calls that it received. */
const openPage = (kind: RemovalKind, onActor: Inspector["onActor"]) => {
  const { services, calls, aborted, answer } = holdCalls()
  const pageActors = createPageActors({ ...noopInspector, onActor })
  let decide = (_isProved: boolean) => {}
  const stepUp = {
    confirm: () =>
      Effect.callback<string, Unconfirmed>((resume) => {
        decide = (isProved) => resume(isProved ? Effect.succeed("proved") : Effect.fail(new Unconfirmed()))
      }),
  }
  const { actor, addresses } = createRemoval(pageActors, services, kind, () => KEY, stepUp)
  for (const id of ["a", "b"]) addresses.set(id, address(id))
  actor.start("page")
  return {
    actor,
    pageActors,
    calls,
    aborted,
    answer,
    decide: (isProved: boolean) => decide(isProved),
  }
}

const silence = (kind: "network" | "timeout") => Effect.fail(new NoAnswer({ kind, status: null }))

const open: OpenDriver = (onActor) => {
  const { actor, answer, decide } = openPage("cryptoAddress", onActor)
  return {
    trigger: (event) => {
      switch (event.type) {
        case "removal.ask":
          return actor.send({ type: "removal.ask", id: String(Reflect.get(event, "id")), at })
        case "removal.cancel":
        case "removal.confirm":
        case "removal.undo":
          return actor.send({ type: event.type, at })
        case "removal.refused":
          return answer(silence("network"))
        case "removal.notRestored":
          decide(true)
          return answer(silence("timeout"))
        case "removal.restored":
          decide(true)
          return answer(Effect.succeed({}))
        case "removal.unconfirmed":
          return decide(false)
        default:
          return answer(Effect.succeed({}))
      }
    },
  }
}

runInProcess(removalMachine, cases, open)

describe("the removal of an address", () => {
  it("is sent once, and what was removed is added again as it was", async () => {
    const { actor, calls, answer, decide } = openPage("cryptoAddress", () => {})
    actor.send({ type: "removal.confirm", at })
    expect(calls).toEqual([])
    actor.send({ type: "removal.ask", id: "a", at })
    for (let tap = 0; tap < 2; tap += 1) actor.send({ type: "removal.confirm", at })
    expect(calls).toEqual(['cryptoAddressRemove {"id":"a"}'])
    answer(Effect.succeed({}))
    await expect.poll(() => actor.getSnapshot().value.undo).toBe("offered")
    for (let tap = 0; tap < 2; tap += 1) actor.send({ type: "removal.undo", at })
    expect(calls).toHaveLength(1)
    decide(true)
    expect(calls.slice(1)).toEqual([
      `cryptoAddressAdd ${JSON.stringify({ network: "TRC20", address: "T".repeat(34), exchange: false, confirmation: "proved" })}`,
    ])
  })

  it("ends with its page", () => {
    const { actor, pageActors, aborted } = openPage("bankCard", () => {})
    actor.send({ type: "removal.ask", id: "a", at })
    actor.send({ type: "removal.confirm", at })
    pageActors.stopPage("page")
    expect(aborted).toEqual(["bankCardRemove"])
  })

  it("reports a refusal by its reason", async () => {
    const services = Context.make(Api, { call: () => silence("network") })
    const fact = await Effect.runPromiseWith(services)(removeItem("bankCard")({ id: "a" }))
    expect(fact).toMatchObject({ type: "removal.refused", failure: { reason: "no-answer.network" } })
  })
})

describe("the cancellation of a withdrawal", () => {
  const refusal = { reason: "withdrawal.taken", params: { since: 1 }, message: "In review" }
  const resolved = { id: null, refusal: null }
  const cancel = () => {
    const held = holdCalls()
    const fact = Effect.runPromiseWith(held.services)(cancelWithdrawal(() => KEY)({ id: "w" }))
    return { ...held, fact }
  }
  const sent = `withdrawalCancel ${JSON.stringify({ key: KEY, id: "w" })}`

  it.each([
    ["done", { ...resolved, state: "done", id: "w" }, { type: "removal.removed", id: "w" }],
    ["never arrived", { ...resolved, state: "unknown" }, { failure: { reason: "no-answer.timeout" } }],
    ["refused", { ...resolved, state: "refused", refusal }, { failure: { reason: "withdrawal.taken" } }],
  ])("without an answer is settled by its key: %s", async (_, outcome, expected) => {
    const { calls, answer, fact } = cancel()
    await expect.poll(() => calls).toEqual([sent])
    answer(silence("timeout"))
    const question = { operation: "withdrawal-cancel", key: KEY }
    await expect.poll(() => calls).toEqual([sent, `operationVoid ${JSON.stringify(question)}`])
    answer(Effect.succeed(outcome))
    expect(await fact).toMatchObject(expected)
  })

  it("is refused with the time since when it is in review", async () => {
    const { calls, answer, fact } = cancel()
    await expect.poll(() => calls).toEqual([sent])
    answer(Effect.fail(new Refused(refusal)))
    expect(await fact).toMatchObject({ type: "removal.refused", failure: { params: { since: 1 } } })
    expect(calls).toHaveLength(1)
  })
})
