/** What a tab sends to the server for each operation that moves money, and what its answers lead to. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { endpoints } from "../../src/contract/endpoints.ts"
import { RECONCILE_DELAYS_MS, REQUEST_TIMEOUT_MS } from "../../src/domain/limits.ts"
import { failureIn } from "../../src/domain/operation.ts"
import { openEventStore } from "../../src/journal/journal.ts"
import { pathOf } from "../support/explore.ts"
import { freshBrowser } from "../support/journal-host.ts"
import {
  closeWords,
  depositWords,
  keyOf,
  orderWords,
  paymentWords,
  withdrawalWords,
} from "../support/money-events.ts"
import { type Fault, type MoneyServer, startMoneyServer } from "../support/money-server.ts"
import { type OutboxTab, openOutboxTab } from "../support/outbox-tab.ts"

/** What is said to each machine, where it is sent, and what the server calls it. */
const streams = {
  order: [orderWords, endpoints.orderCreate.path, "order"],
  close: [closeWords, endpoints.orderClose.path, "order-close"],
  deposit: [depositWords, endpoints.depositCreate.path, "deposit"],
  payment: [paymentWords, endpoints.paymentCreate.path, "deposit"],
  withdrawal: [withdrawalWords, endpoints.withdrawalCreate.path, "withdrawal"],
} as const
type Stream = keyof typeof streams
type Said = { readonly type: string; readonly at?: number }

let server: MoneyServer
let tab: OutboxTab
let token: string

beforeEach(async () => {
  freshBrowser()
  token = "first"
  server = await startMoneyServer()
  tab = await openOutboxTab(server, "t1", {}, { token: () => token })
})
afterEach(async () => {
  tab.kill()
  vi.useRealTimers()
  await server.stop()
})

/** The state of a page's machine, or of its operation in the outbox while that is in doubt. */
const path = (stream: Stream): string => {
  const snapshot = tab[stream].getSnapshot()
  const { key, outcome } = snapshot.context
  const operation = snapshot.hasTag("confirmed") && outcome === null ? tab.outbox.operation(key) : null
  return operation === null ? tab.stateOf(stream) : pathOf(operation.value)
}
const isIn = (stream: Stream, state: string) =>
  vi.waitFor(() => expect(path(stream)).toBe(state), { timeout: 8_000, interval: 5 })
const confirm = (stream: Stream, digit = 1) => {
  const actor: { send(event: Said): void } = tab[stream]
  actor.send(streams[stream][0].send(keyOf(digit)))
}
/** Says everything up to the key and the key itself. */
const send = (stream: Stream, digit = 1) => {
  const actor: { send(event: Said): void } = tab[stream]
  for (const event of streams[stream][0].before) actor.send(event)
  confirm(stream, digit)
}
const counts = () => ({
  sent: server.sent().length,
  effects: server.effects(),
  asked: server.asked().length,
})

/** Timers and clock stand still from here on; the network does not. */
const stopTime = () => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] })
/** Waits for the network while time stands still. */
const until = async (isSo: () => boolean) => {
  for (let turn = 0; turn < 20_000 && !isSo(); turn += 1)
    await new Promise((resolve) => setImmediate(resolve))
  expect(isSo()).toBe(true)
}

describe.each(Object.entries(streams))("%s", (name, [, endpoint, operation]) => {
  const isStream = (word: string): word is Stream => word in streams
  const stream = isStream(name) ? name : "order"

  it("is sent once, to its own endpoint, and accepted", async () => {
    send(stream)
    await isIn(stream, "accepted")
    expect(counts()).toEqual({ sent: 1, effects: 1, asked: 0 })
    expect(server.sent()[0]).toMatchObject({ path: endpoint, key: keyOf(1) })
    expect(tab.resolvedOperations.take()).toEqual([])
  })

  it("is queried by its key, as the operation that it is, when its answer is lost", async () => {
    server.fail("lost")
    send(stream)
    await isIn(stream, "accepted")
    expect(counts()).toEqual({ sent: 1, effects: 1, asked: 1 })
    expect(server.asked()[0]).toMatchObject({ key: keyOf(1), operation })
  })
})

describe("an operation", () => {
  it.each<[Fault, string, number]>([
    ["malformed", "accepted", 1],
    ["wrong-shape", "accepted", 1],
    ["500", "accepted", 1],
    // the key is used already: whose it is, the outcome says
    ["conflict", "accepted", 1],
    ["500-before", "notPlaced", 0],
    ["lost-before", "notPlaced", 0],
  ])("whose answer is %s is requested, and %s", async (fault, state, effects) => {
    server.fail(fault)
    send("order")
    await isIn("order", state)
    expect(counts()).toEqual({ sent: 1, effects, asked: 1 })
  })

  it("is not sent if it cannot be recorded", async () => {
    tab.kill()
    const openBroken = async () => ({
      ...(await openEventStore(() => {})),
      append: () => Promise.reject(new Error("full")),
    })
    tab = await openOutboxTab(server, "t2", { openEventStore: openBroken })
    send("order")
    await isIn("order", "notRecorded")
    expect(failureIn(tab.order.getSnapshot().context)).toEqual({ reason: "journal.unavailable" })
    expect(server.sent()).toEqual([])
  })

  it("waits eight seconds after a refused token, and is requested with the next one", async () => {
    server.fail("token")
    stopTime()
    send("order")
    await until(() => path("order") === "suspended")
    expect(tab.tokenLosses()).toBe(1)
    token = "second"
    await vi.advanceTimersByTimeAsync(7_999)
    expect(path("order")).toBe("suspended")
    await vi.advanceTimersByTimeAsync(1)
    expect(path("order")).toBe("reconciling.asking")
    await until(() => path("order") === "notPlaced")
    expect(server.asked().map((question) => question.token)).toEqual(["second"])
    expect(server.sent()).toHaveLength(1)
  })

  it("is requested after ten seconds without an answer", async () => {
    server.fail("silent")
    stopTime()
    send("order")
    await until(() => server.effects() === 1)
    await vi.advanceTimersByTimeAsync(REQUEST_TIMEOUT_MS - 1)
    expect(path("order")).toBe("submitting")
    await vi.advanceTimersByTimeAsync(1)
    expect(path("order")).toBe("reconciling.asking")
    expect(tab.outbox.operations()[0]?.getSnapshot().context.failure).toEqual({
      reason: "no-answer.timeout",
    })
    await until(() => path("order") === "accepted")
    expect(server.sent()).toHaveLength(1)
  })

  it("is requested with growing pauses until the server knows the outcome", async () => {
    server.fail("lost", "500", "500", "malformed", "malformed", "malformed")
    stopTime()
    send("order")
    // a question may give the key up, so its request is never repeated: the operation asks again
    for (const [index, delayMs] of RECONCILE_DELAYS_MS.entries()) {
      await until(() => path("order") === "reconciling.pausing")
      expect(server.asked()).toHaveLength(index + 1)
      await vi.advanceTimersByTimeAsync(delayMs - 1)
      expect(path("order")).toBe("reconciling.pausing")
      await vi.advanceTimersByTimeAsync(1)
      expect(path("order")).toBe("reconciling.asking")
    }
    await until(() => path("order") === "accepted")
    expect(server.effects()).toBe(1)
  })

  it("has one effect however often it is confirmed", async () => {
    send("order")
    for (const digit of [1, 2, 1, 3]) confirm("order", digit)
    await isIn("order", "accepted")
    expect(counts()).toEqual({ sent: 1, effects: 1, asked: 0 })
  })

  it.each<[Fault, number]>([
    ["refused", 0],
    ["refused-lost", 1],
  ])("comes back to the ticket with the reason at its field (%s)", async (fault, asked) => {
    server.fail(fault)
    send("order")
    await isIn("order", "editing.refused")
    expect(server.asked()).toHaveLength(asked)
    expect(tab.order.getSnapshot().context.notice).toEqual({
      field: "stake",
      problem: { reason: "order.insufficient-balance", params: { available: "5.00" } },
    })
  })

  it.each([
    ["lost", "accepted"],
    ["lost-before", "notPlaced"],
    ["refused-lost", "refused"],
  ] as const)("is reported when its outcome is known (%s)", async (fault, outcome) => {
    server.fail(fault)
    send("deposit")
    await vi.waitFor(() =>
      expect(tab.resolvedOperations.take()).toEqual([
        { type: "operation.found", operation: "deposit", outcome, visit: "v1" },
      ]),
    )
  })
})
