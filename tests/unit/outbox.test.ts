/** Operations in the outbox: recorded, sent once and asked for, whatever happens to their tab. */
import { isDeepStrictEqual } from "node:util"
import type { EventStore, Row } from "@financial-links/journal"
import { openDB } from "idb"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { initialTransition, transition } from "xstate"
import { OPERATION_LIMIT } from "../../src/domain/limits.ts"
import { failureIn } from "../../src/domain/operation.ts"
import { closeStream } from "../../src/events/money.ts"
import { operationStream } from "../../src/events/operation.ts"
import { openEventStore } from "../../src/journal/journal.ts"
import { freshBrowser } from "../support/journal-host.ts"
import { at, closeWords, factsOf, keyOf, operationWords } from "../support/money-events.ts"
import { moneySubjects, readReasons, readTable, writeJournal } from "../support/money-journal.ts"
import { type MoneyServer, startMoneyServer } from "../support/money-server.ts"
import { type OutboxTab, openOutboxTab } from "../support/outbox-tab.ts"

let server: MoneyServer
const tabs: OutboxTab[] = []

const open = async (name = "t1", openStore?: () => Promise<EventStore>): Promise<OutboxTab> => {
  const tab = await openOutboxTab(server, name, openStore && { openEventStore: openStore })
  tabs.push(tab)
  return tab
}

beforeEach(async () => {
  freshBrowser()
  server = await startMoneyServer()
})
afterEach(async () => {
  for (const tab of tabs.splice(0)) tab.kill()
  await server.stop()
})

const idOf = (digit: number): string => `operation.order-close.${keyOf(digit)}`
const nameOf = (digit: number): string => `member:ada/${idOf(digit)}`

/** Asks to close contract number `digit` under key number `digit`. */
const close = (tab: OutboxTab, digit: number): void => {
  tab.close.send({ type: "close.open", visit: `v${digit}`, orderId: `o${digit}`, startsAnother: true, at })
  tab.close.send({ type: "close.confirm", key: keyOf(digit), at })
}
const state = (tab: OutboxTab): string => tab.stateOf("close")
const until = (look: () => unknown, expected: unknown) =>
  vi.waitFor(() => expect(look()).toEqual(expected), { timeout: 8_000, interval: 5 })
const storedNames = async (): Promise<readonly string[]> =>
  [...(await readTable("events")), ...(await readTable("bases"))].map((row) =>
    String(Reflect.get(Object(row), "stream")),
  )
/** Puts a beginning or events on disk as an earlier document left them. */
const leave = async (events: readonly unknown[], name: string, version = 1): Promise<void> => {
  await writeJournal(events, version, { name })
}
const inDoubt = [...closeWords.before, closeWords.send(keyOf(1)), ...factsOf("close", keyOf(1)).slice(0, 1)]

describe("an operation in the outbox", () => {
  it("is written in one transaction with the command that began it, before it is sent", async () => {
    const batches: (readonly Row[])[] = []
    const tab = await open("t1", async () => {
      const store = await openEventStore(() => {})
      const append: EventStore["append"] = async (rows, isStrict) => {
        expect(server.sent()).toHaveLength(0)
        await store.append(rows, isStrict)
        if (isStrict) batches.push(rows)
      }
      return { ...store, append }
    })
    close(tab, 1)
    await until(() => state(tab), "accepted")
    expect(batches[0]?.map(({ stream, event }) => [stream, Reflect.get(Object(event), "type")])).toEqual([
      ["member:ada/close", "close.open"],
      ["member:ada/close", "close.confirm"],
      [nameOf(1), "operation.begin"],
    ])
    expect(server.sent()).toHaveLength(1)
  })

  it("has its stream deleted only when its machine's outcome is on disk", async () => {
    const written: string[] = []
    const tab = await open("t1", async () => {
      const store = await openEventStore(() => {})
      return {
        ...store,
        append: async (rows, isStrict) => {
          await new Promise((resolve) => setImmediate(resolve))
          await store.append(rows, isStrict)
          written.push(...rows.map(({ event }) => String(Reflect.get(Object(event), "type"))))
        },
        restart: (name, base) => {
          if (name === nameOf(1)) written.push("deleted")
          return store.restart(name, base)
        },
      }
    })
    close(tab, 1)
    await until(tab.operations, [])
    expect(written.slice(-3)).toEqual(["operation.accepted", "close.resolved", "deleted"])
    expect((await storedNames()).filter((name) => name === nameOf(1))).toEqual([])
    tab.kill()
    expect(state(await open("t2"))).toBe("accepted")
    expect([server.sent().length, server.asked().length]).toEqual([1, 0])
  })

  it("does not block another one: several are in doubt and asked for at once", async () => {
    server.fail("lost", ...Array.from({ length: 40 }, () => "malformed" as const))
    const tab = await open()
    for (const digit of [1, 2, 3]) {
      close(tab, digit)
      await until(() => state(tab), "checking")
    }
    expect(tab.operations()).toHaveLength(3)
    server.fail("none")
    await until(tab.operations, [])
    expect(new Set(server.sent().map(({ key }) => key)).size).toBe(3)
    expect(server.sent()).toHaveLength(3)
    const found = tab.resolvedOperations.take()
    expect(found.map(({ operation, outcome }) => [operation, outcome])).toEqual(
      Array.from({ length: 3 }, () => ["order-close", "accepted"]),
    )
    // no page shows the first two itself
    expect(found.map(({ visit }) => String(visit)).toSorted()).toEqual(["null", "null", "v3"])
    expect([state(tab), tab.close.getSnapshot().context.orderId]).toEqual(["accepted", "o3"])
  })

  it("is queried after the tab was killed, with all others, and none is sent again", async () => {
    server.fail("silent")
    const tab = await open()
    for (const digit of [1, 2]) {
      close(tab, digit)
      await vi.waitFor(() => expect(server.effects()).toBe(digit))
      if (digit === 1) {
        tab.outbox.operations()[0]?.send({ type: "operation.tokenRejected", key: keyOf(1), at })
        await vi.waitFor(() => expect(state(tab)).toBe("checking"))
      }
    }
    tab.kill()
    server.fail("none")
    const next = await open("t2")
    await until(next.operations, [])
    expect(state(next)).toBe("accepted")
    expect(server.sent()).toHaveLength(2)
    expect(
      server
        .asked()
        .map(({ key }) => key)
        .toSorted(),
    ).toEqual([keyOf(1), keyOf(2)])
  })

  it("is not sent if there are too many already", async () => {
    for (let count = 0; count < OPERATION_LIMIT; count += 1)
      await leave(
        [{ ...operationWords.send(crypto.randomUUID()) }],
        `member:ada/operation.order-close.${crypto.randomUUID()}`,
      )
    server.fail("none", ...Array.from({ length: 200 }, () => "malformed" as const))
    const tab = await open()
    expect(tab.operations()).toHaveLength(OPERATION_LIMIT)
    close(tab, 1)
    expect(state(tab)).toBe("notRecorded")
    expect(failureIn(tab.close.getSnapshot().context)).toEqual({
      reason: "request.too-many",
      params: { seconds: 0 },
    })
    expect(server.sent()).toHaveLength(0)
  })
})

/** The versions of the streams in the last release without an outbox. */
const BEFORE_OUTBOX: Readonly<Record<string, number>> = { order: 2, close: 1, deposit: 2, withdrawal: 2 }

describe("an operation of a journal that has no outbox", () => {
  it("is queried by its key, and its machine learns it", async () => {
    await leave(inDoubt, "member:ada/close")
    const tab = await open()
    await until(() => state(tab), "notPlaced")
    expect(server.asked().map(({ operation, key }) => [operation, key])).toEqual([["order-close", keyOf(1)]])
    expect(server.sent()).toEqual([])
  })

  it("is requested again however often the tab dies before the answer", async () => {
    await leave(inDoubt, "member:ada/close")
    server.fail("none", "malformed", "malformed", "malformed", "malformed", "malformed")
    for (let turn = 1; turn <= 3; turn += 1) {
      const tab = await open(`t${turn}`)
      await vi.waitFor(() => expect(server.asked().length).toBeGreaterThanOrEqual(turn))
      expect([state(tab), tab.operations().length]).toEqual(["checking", 1])
      tab.kill()
    }
    server.fail("none")
    const last = await open("t9")
    await until(() => state(last), "notPlaced")
    expect(server.sent()).toEqual([])
  })

  it.each(moneySubjects)(
    "is requested where the stream of $words.stream begins with a snapshot of that release",
    async ({ machine, words }) => {
      const { context } = [...words.before, words.send(keyOf(1))].reduce(
        (state, event) => transition(machine, state, event)[0],
        initialTransition(machine)[0],
      )
      const child = { src: "ask", syncSnapshot: false, snapshot: { status: "active", input: {} } }
      const snapshot = {
        ...{ status: "active", value: { reconciling: "asking" }, historyValue: {} },
        ...{ context: { ...context, failure: null, attempt: 2 }, children: { ask: child } },
      }
      await writeJournal([], BEFORE_OUTBOX[words.stream] ?? 0, {
        name: `member:ada/${words.stream}`,
        snapshot,
      })
      const tab = await open()
      await until(() => tab.stateOf(words.stream), "notPlaced")
      const { outcome, ...ticket } = tab[words.stream].getSnapshot().context
      expect({ ...ticket, outcome: null }).toEqual({ ...context, key: keyOf(1) })
      expect(server.asked().map(({ key }) => key)).toEqual([keyOf(1)])
      expect(await readReasons()).toEqual([])
    },
  )
})

describe("a damaged outbox", () => {
  it("that lost an operation's stream asks for its key", async () => {
    await leave(inDoubt, "member:ada/close", closeStream.version)
    const tab = await open()
    await until(() => state(tab), "notPlaced")
    expect(server.asked().map(({ key }) => key)).toEqual([keyOf(1)])
  })

  it("asks for an operation that cannot be read, whose machine does not follow it", async () => {
    const begun = { ...operationWords.send(keyOf(1)), intent: { operation: "invented" } }
    await leave([begun], nameOf(1))
    const tab = await open()
    await until(() => tab.resolvedOperations.take().map(({ outcome }) => outcome), ["notPlaced"])
    expect(server.asked().map(({ operation, key }) => [operation, key])).toEqual([["order-close", keyOf(1)]])
    expect(await readReasons()).toEqual(["event 1: not in the schema"])
    await until(tab.operations, [])
  })

  const begun = operationWords.send(keyOf(1))
  const [accepted, recorded] = [".accepted", ".recorded"].map((word) =>
    factsOf("operation", keyOf(1)).find(({ type }) => type.endsWith(word)),
  )

  it.each<[string, () => Promise<void>, readonly string[]]>([
    [
      "whose first event is missing",
      async () => {
        await leave([begun, recorded], nameOf(1))
        const db = await openDB("app_journal")
        await db.delete("events", [nameOf(1), 1])
        db.close()
      },
      ["events are missing"],
    ],
    ["whose last event is missing", () => leave([begun], nameOf(1)), []],
    [
      "whose events are of a newer release",
      () => leave([{ ...begun, version: 99 }, recorded], nameOf(1)),
      ["event 1: operation.begin is of version 99, of a newer release"],
    ],
    [
      "that a newer release has begun",
      () => leave([begun, recorded], nameOf(1), operationStream.version + 1),
      [`written in version ${operationStream.version + 1}`],
    ],
    ["whose outcome is before its command", () => leave([accepted, recorded, begun], nameOf(1)), []],
  ])("asks for an operation %s, and sends nothing", async (_what, damage, reasons) => {
    await damage()
    const tab = await open()
    await until(() => tab.resolvedOperations.take().map(({ outcome }) => outcome), ["notPlaced"])
    expect(server.asked().map(({ operation, key }) => [operation, key])).toEqual([["order-close", keyOf(1)]])
    expect(server.sent()).toEqual([])
    expect(await readReasons()).toEqual(reasons)
    await until(tab.operations, [])
  })

  it("leaves an operation of another member alone, and asks for nothing", async () => {
    await leave([begun, recorded], `member:bob/${idOf(1)}`)
    const before = await readTable("events")
    const tab = await open()
    expect(tab.operations()).toEqual([])
    expect([server.sent().length, server.asked().length]).toEqual([0, 0])
    expect(
      (await readTable("events")).filter((row) => before.some((one) => isDeepStrictEqual(one, row))),
    ).toEqual(before)
  })

  it("tells the machine an outcome that only the operation's stream holds", async () => {
    await leave(inDoubt.slice(0, -1), "member:ada/close", closeStream.version)
    await leave(
      [operationWords.send(keyOf(1)), ...[0, 2].map((index) => factsOf("operation", keyOf(1))[index])],
      nameOf(1),
    )
    const tab = await open()
    await until(tab.operations, [])
    expect(state(tab)).toBe("accepted")
    expect([server.sent().length, server.asked().length]).toEqual([0, 0])
  })
})

describe("two tabs", () => {
  it("show the same operations, and the one that is left asks, once", async () => {
    server.fail("lost", "malformed", "malformed", "malformed")
    const first = await open("t1")
    const second = await open("t2")
    close(first, 1)
    await until(() => [state(first), state(second)], ["checking", "checking"])
    expect(second.operations()).toHaveLength(1)
    await until(() => second.outbox.operations()[0]?.isFollowing(), true)
    first.kill()
    server.fail("none")
    await until(() => state(second), "accepted")
    await until(second.operations, [])
    expect(server.sent()).toHaveLength(1)
  })

  it("forget an operation that the other has finished", async () => {
    const first = await open("t1")
    const second = await open("t2")
    close(first, 1)
    await until(() => [state(first), state(second)], ["accepted", "accepted"])
    await until(first.operations, [])
    first.kill()
    await until(() => second.close.isFollowing(), false)
    await until(second.operations, [])
    expect([server.sent().length, server.asked().length]).toEqual([1, 0])
  })
})
