import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { type AnyStateMachine, transition } from "xstate"
import { operationMachine } from "../../machines/operation.ts"
import { RECONCILE_DELAYS_MS, REQUEST_TIMEOUT_MS } from "../../src/domain/limits.ts"
import { createHostedActor } from "../../src/runtime/actor-host.ts"
import { pathOf } from "../support/explore.ts"
import { createMoneyApp, type MoneyApp, type Said, type Stream } from "../support/money-app.ts"
import {
  closeWords,
  depositWords,
  keyOf,
  orderWords,
  paymentWords,
  withdrawalWords,
} from "../support/money-events.ts"
import { type Fault, type MoneyServer, startMoneyServer } from "../support/money-server.ts"

const words = {
  order: orderWords,
  close: closeWords,
  deposit: depositWords,
  payment: paymentWords,
  withdrawal: withdrawalWords,
} as const
/** As the server calls them. */
const operations = {
  order: "order",
  close: "order-close",
  deposit: "deposit",
  payment: "deposit",
  withdrawal: "withdrawal",
} as const
const streams = ["order", "close", "deposit", "payment", "withdrawal"] as const

type Actors = ReturnType<MoneyApp["open"]>

let server: MoneyServer
let app: MoneyApp
let actors: Actors

beforeEach(async () => {
  server = await startMoneyServer()
  app = createMoneyApp(server)
  actors = app.open()
})
afterEach(async () => {
  app.close()
  vi.useRealTimers()
  await server.stop()
})

/** What runs the operation of a page's machine: its actor in the outbox while there is one. */
const runnerOf = (stream: Stream) => {
  const snapshot = actors[stream].getSnapshot()
  if (!snapshot.matches("pending")) return actors[stream]
  return (
    actors.outbox.operations().find(({ id }) => id.endsWith(`.${snapshot.context.key}`)) ?? actors[stream]
  )
}
const path = (stream: Stream): string => pathOf(runnerOf(stream).getSnapshot().value)
const isIn = (stream: Stream, state: string) =>
  vi.waitFor(() => expect(path(stream)).toBe(state), { timeout: 8_000, interval: 5 })

/** Says everything up to the key and the key itself. */
const send = (stream: Stream, digit = 1) => {
  const actor: { send(event: Said): void } = actors[stream]
  for (const event of words[stream].before) actor.send(event)
  actor.send(words[stream].send(keyOf(digit)))
}

describe.each(streams)("%s", (stream) => {
  it("is recorded, then sent once, and accepted by the server", async () => {
    send(stream)
    await isIn(stream, "accepted")
    expect(app.flushes()).toBe(1)
    expect(server.sent()).toHaveLength(1)
    expect(server.effects()).toBe(1)
    expect(server.asked()).toHaveLength(0)
  })

  it.each<Fault>(["lost", "malformed", "wrong-shape", "500"])(
    "is found out by key when the answer is %s after it was done",
    async (fault) => {
      server.fail(fault)
      send(stream)
      await isIn(stream, "accepted")
      expect(server.sent()).toHaveLength(1)
      expect(server.effects()).toBe(1)
      expect(server.asked().map(({ key }) => key)).toEqual([keyOf(1)])
    },
  )

  it.each<Fault>(["500-before", "lost-before"])(
    "is said not to have been placed when the answer is %s, and stays so",
    async (fault) => {
      server.fail(fault)
      send(stream)
      await isIn(stream, "notPlaced")
      expect(server.effects()).toBe(0)
      // What was thought lost arrives after all: the key is void.
      server.fail("none")
      const late = await fetch(`${server.baseUrl}/${server.sent()[0]?.path}`, {
        method: "POST",
        body: JSON.stringify(lateBody(stream)),
      })
      expect(await late.json()).toMatchObject({ code: 0, data: { reason: "operation.voided" } })
      expect(server.effects()).toBe(0)
    },
  )

  it("is asked for, and never sent again, after the page was closed between sending and answer", async () => {
    server.fail("silent")
    send(stream)
    await vi.waitFor(() => expect(server.effects()).toBe(1))
    expect(path(stream)).toBe("submitting")
    app.close()
    server.fail("none")
    actors = app.open()
    await isIn(stream, "accepted")
    expect(server.sent()).toHaveLength(1)
    expect(server.effects()).toBe(1)
  })

  it("is not sent if it cannot be recorded", async () => {
    app.breakJournal()
    send(stream)
    await isIn(stream, "notRecorded")
    expect(server.sent()).toHaveLength(0)
    expect(actors[stream].getSnapshot().context.failure).toEqual({ reason: "journal.unavailable" })
  })

  it("waits after a refused token, and is asked for with the next one", async () => {
    server.fail("token")
    send(stream)
    await isIn(stream, "suspended")
    expect(app.tokenLosses()).toBe(1)
    app.close()
    app.logInAgain()
    server.fail("none")
    actors = app.open()
    await isIn(stream, "notPlaced")
    expect(server.sent()).toHaveLength(1)
    expect(server.asked().map(({ token }) => token)).toEqual(["second"])
  })

  it("asks again eight seconds after a refused token", async () => {
    server.fail("lost", "token")
    stopTime()
    send(stream)
    while (path(stream) !== "suspended") await new Promise((resolve) => setImmediate(resolve))
    await vi.advanceTimersByTimeAsync(7_999)
    expect(path(stream)).toBe("suspended")
    await vi.advanceTimersByTimeAsync(1)
    expect(path(stream)).toBe("reconciling.asking")
  })

  it("whose key the server finds used is not refused: the outcome is asked for", async () => {
    server.fail("conflict")
    send(stream)
    await isIn(stream, "accepted")
    expect([server.sent().length, server.asked().length, server.effects()]).toEqual([1, 1, 1])
  })

  it("is asked for as the operation that it is", async () => {
    server.fail("lost")
    send(stream)
    await isIn(stream, "accepted")
    expect(server.asked().map(({ operation }) => operation)).toEqual([operations[stream]])
  })

  it("has one effect however often it is confirmed", async () => {
    send(stream)
    const actor: { send(event: Said): void } = actors[stream]
    for (const digit of [1, 2, 1, 3]) actor.send(words[stream].send(keyOf(digit)))
    await isIn(stream, "accepted")
    expect(server.sent()).toHaveLength(1)
    expect(server.effects()).toBe(1)
  })

  it("is the fold of its events", async () => {
    server.fail("lost", "500", "malformed")
    stopTime()
    send(stream)
    await untilAccepted(stream)
    const machine: AnyStateMachine = actors[stream].machine
    const again = app
      .received(stream)
      .reduce(
        (state, event) => transition(machine, state, event)[0],
        createHostedActor("again", machine, undefined).pure.initial(),
      )
    const { value, context } = actors[stream].getSnapshot()
    expect({ value: again.value, context: again.context }).toEqual({ value, context })
    const sent = app
      .received(`operation.${operations[stream]}.${keyOf(1)}`)
      .reduce(
        (state, event) => transition(asAny(operationMachine), state, event)[0],
        createHostedActor("sent", asAny(operationMachine), undefined).pure.initial(),
      )
    expect([sent.value, sent.context.id, sent.context.attempt]).toEqual(["accepted", "x1", 2])
  })
})

const asAny = (machine: AnyStateMachine): AnyStateMachine => machine

/** Timers and clock stand still from here on; the network does not. */
const stopTime = () => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] })

/** Lets time run until the machine knows. */
const untilAccepted = async (stream: Stream) => {
  for (let step = 0; step < 400 && path(stream) !== "accepted"; step += 1) {
    await vi.advanceTimersByTimeAsync(250)
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(path(stream)).toBe("accepted")
}

const lateBody = (stream: Stream) =>
  ({
    order: {
      key: keyOf(1),
      product_id: "p1",
      direction: "up",
      stake: "10000.00",
      leverage: 5,
      period_days: 1,
      quoted_price: "25.4000",
    },
    close: { key: keyOf(1), id: "o1" },
    deposit: { key: keyOf(1), network_id: "n1", amount: "5000.00", proof_image: "i1" },
    payment: { key: keyOf(1), way: 3, amount: "5000.00" },
    withdrawal: { key: keyOf(1), amount: "5000.00", method: "bank", destination_id: "d1" },
  })[stream]

describe("a resolved operation", () => {
  it.each([
    ["lost", "accepted"],
    ["lost-before", "notPlaced"],
    ["refused-lost", "refused"],
  ] as const)("is reported when it is known (%s)", async (fault, outcome) => {
    server.fail(fault)
    send("deposit")
    await vi.waitFor(() =>
      expect(app.resolvedOperations.take()).toEqual([
        { type: "operation.found", operation: "deposit", outcome, visit: "v1" },
      ]),
    )
  })

  it("is not reported when the answer came at once", async () => {
    send("deposit")
    await isIn("deposit", "accepted")
    expect(app.resolvedOperations.take()).toEqual([])
  })
})

describe("a payment", () => {
  it("is sent to the endpoint of payments, a deposit to its own", async () => {
    send("payment", 1)
    await isIn("payment", "accepted")
    send("deposit", 2)
    await isIn("deposit", "accepted")
    expect(server.sent().map(({ path }) => path)).toEqual(["api/pay/create", "api/recharge/create"])
  })

  it("in doubt and a deposit in doubt are asked for side by side", async () => {
    server.fail("lost")
    send("payment", 1)
    send("deposit", 2)
    await isIn("payment", "accepted")
    await isIn("deposit", "accepted")
    expect(
      server
        .asked()
        .map(({ key }) => key)
        .toSorted(),
    ).toEqual([keyOf(1), keyOf(2)])
    expect(server.effects()).toBe(2)
  })
})

describe("an order", () => {
  it("comes back to the ticket when the server refuses it, with the reason at its field", async () => {
    server.fail("refused")
    send("order")
    await isIn("order", "editing.refused")
    expect(actors.order.getSnapshot().context.notice).toEqual({
      field: "stake",
      problem: { reason: "order.insufficient-balance", params: { available: "5.00" } },
    })
  })

  it("learns of a refusal by key when its answer was lost", async () => {
    server.fail("refused-lost")
    send("order")
    await isIn("order", "editing.refused")
    expect(server.asked()).toHaveLength(1)
    expect(actors.order.getSnapshot().context.notice?.field).toBe("stake")
  })

  it("is asked for after ten seconds without an answer", async () => {
    server.fail("silent")
    stopTime()
    send("order")
    while (server.effects() === 0) await new Promise((resolve) => setImmediate(resolve))
    await vi.advanceTimersByTimeAsync(REQUEST_TIMEOUT_MS - 1)
    expect(path("order")).toBe("submitting")
    await vi.advanceTimersByTimeAsync(1)
    expect(path("order")).toBe("reconciling.asking")
    expect(actors.order.getSnapshot().context.failure).toEqual({ reason: "no-answer.timeout" })
    await isIn("order", "accepted")
    expect(server.sent()).toHaveLength(1)
  })

  it("is asked for with growing pauses until the server knows the outcome", async () => {
    server.fail("lost", "500", "500", "malformed", "malformed", "malformed")
    stopTime()
    send("order")
    await untilAccepted("order")
    const received = app.received(`operation.order.${keyOf(1)}`)
    const pauses = received.flatMap((event, index) => {
      const before = received[index - 1]
      return event.type === "operation.pauseEnded" ? [Number(event.at) - Number(before?.at)] : []
    })
    // A question may give the key up, so its request is never repeated: the operation asks again.
    expect(pauses).toEqual([...RECONCILE_DELAYS_MS])
    expect(server.effects()).toBe(1)
  })
})
