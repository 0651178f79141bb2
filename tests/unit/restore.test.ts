/** A machine from its stream: what it begins with, what is ignored, and what is quarantined and why. */
import {
  decodeSnapshot,
  type EventStore,
  type Fold,
  foldOf,
  isStoredState,
  type Journal,
  type JournaledStream,
  type Json,
  type RestoreOptions,
  readEvents,
  restoreStream,
  revive,
  type StoredState,
  type StreamContents,
} from "@financial-links/journal"
import { openDB } from "idb"
import { beforeEach, describe, expect, it, vi } from "vitest"
import { type AnyStateMachine, assign, fromCallback, setup } from "xstate"
import { createJournal, openEventStore } from "../../src/journal/journal.ts"
import { freshBrowser } from "../support/journal-host.ts"
import { type LoanEvent, loanMachine, loanStream } from "../support/loan-desk.ts"

beforeEach(freshBrowser)

const loan = foldOf(loanMachine, undefined)
const lend: LoanEvent = { type: "loan.lend", book: "Emma", days: 14, at: 1 }
const stored = (event: LoanEvent) => (event.type === "loan.lend" ? { ...event, version: 2 } : event)
const lentState = (context: Json = { book: "Emma", days: 14 }) => ({
  ...{ status: "active", value: "lent", context, children: {}, historyValue: {} },
})

const storedState = (value: unknown): StoredState => {
  if (!isStoredState(value)) throw new Error("it is no stored state")
  return value
}

const openJournal = async (more: Partial<EventStore> = {}) => {
  const store = await openEventStore(() => {})
  const hooks = { now: () => 7, onWritten: () => {}, onFenced: () => {} }
  return { store, journal: createJournal({ ...store, ...more }, hooks) }
}

interface Written {
  readonly base?: { readonly version?: number; readonly snapshot: unknown }
  readonly events?: readonly unknown[]
  /** The snapshot after the events. */
  readonly cache?: { readonly version: number; readonly snapshot: unknown }
}

/** A journal with this stream under "s". */
const written = async ({ base, events = [], cache }: Written, more?: Partial<EventStore>) => {
  const { journal } = await openJournal(more)
  if (base) await journal.restart("s", base.version ?? 2, base.snapshot)
  for (const event of events) journal.append("s", event)
  await journal.flush()
  if (cache) journal.saveSnapshot("s", cache.version, cache.snapshot)
  await journal.flush()
  return journal
}
const restored = (journal: Journal, options?: RestoreOptions<typeof loanMachine>) =>
  restoreStream(journal, "s", loan, loanStream, options)

/** The streams that were quarantined. */
const quarantined = async (): Promise<readonly unknown[]> => {
  const db = await openDB("app_journal")
  const rows: readonly unknown[] = await db.getAll("asides")
  db.close()
  return rows
}

describe("a stream", () => {
  it("that is empty gives the initial state, and loads no schema", async () => {
    const event = vi.fn(loanStream.event)
    const loadChecks = vi.fn()
    const journal = await written({})
    const declared = { ...loanStream, event }
    const { snapshot, ...rest } = await restoreStream(journal, "s", loan, declared, { loadChecks })
    expect(rest).toEqual({ seq: 0, isFresh: true, isRebuilt: false })
    expect(snapshot).toMatchObject({ value: "inside", context: { book: null, days: 0 } })
    expect([event, loadChecks].map((each) => each.mock.calls.length)).toEqual([0, 0])
    expect(await quarantined()).toEqual([])
  })

  it("is folded from its events, of this release and of earlier ones", async () => {
    const events = [
      { type: "loan.lend", book: "Emma", weeks: 3, at: 1 },
      { type: "loan.return", at: 2 },
      stored(lend),
    ]
    const { snapshot, ...rest } = await restored(await written({ events }))
    expect(rest).toEqual({ seq: 3, isFresh: false, isRebuilt: false })
    expect(snapshot).toMatchObject({ value: "lent", context: { book: "Emma", days: 14 } })
    freshBrowser()
    const first = await restored(await written({ events: events.slice(0, 1) }))
    expect(first.snapshot.context.days).toBe(21)
  })

  it("is folded onto the snapshot that it begins with, of whatever version", async () => {
    const renew = { type: "loan.renew", days: 1 }
    for (const base of [
      { snapshot: lentState() },
      { version: 1, snapshot: lentState({ book: "Emma", weeks: 2 }) },
    ]) {
      freshBrowser()
      const { journal } = await openJournal()
      journal.resume("s", 40)
      await journal.restart("s", base.version ?? 2, base.snapshot)
      expect(await restored(journal)).toMatchObject({
        ...{ seq: 40, isFresh: false, isRebuilt: false },
        snapshot: { value: "lent", context: { book: "Emma", days: 14 } },
      })
      journal.append("s", renew)
      await journal.flush()
      expect(await restored(journal)).toMatchObject({ seq: 41, snapshot: { context: { days: 15 } } })
    }
  })

  it("that begins with no snapshot gives the initial state, and is not new", async () => {
    const journal = await written({ base: { snapshot: null } })
    expect(await restored(journal)).toMatchObject({ seq: 0, isFresh: false, snapshot: { value: "inside" } })
  })

  it("goes on from a snapshot that was kept beside it", async () => {
    const cache = { version: 2, snapshot: lentState({ book: "kept", days: 99 }) }
    const journal = await written({ events: [stored(lend)], cache })
    journal.append("s", { type: "loan.renew", days: 1 })
    await journal.flush()
    expect(await restored(journal)).toMatchObject({
      ...{ seq: 2, isFresh: false, isRebuilt: false },
      snapshot: { context: { book: "kept", days: 100 } },
    })
  })

  it.each<[string, { version: number; snapshot: unknown }]>([
    ["of an earlier version", { version: 1, snapshot: lentState({ book: "kept", weeks: 1 }) }],
    ["of a later version", { version: 3, snapshot: lentState({ book: "kept", days: 1 }) }],
    ["that is none", { version: 2, snapshot: "damaged" }],
    ["whose context has another shape", { version: 2, snapshot: lentState({ book: 5, days: 1 }) }],
  ])("is folded whole without a snapshot beside it %s", async (_, cache) => {
    const journal = await written({ events: [stored(lend)], cache })
    expect(await restored(journal)).toMatchObject({
      ...{ seq: 1, isFresh: false, isRebuilt: true },
      snapshot: { value: "lent", context: { book: "Emma", days: 14 } },
    })
    expect(await quarantined()).toEqual([])
  })
})

describe("a stream that cannot be read", () => {
  const cut = async (): Promise<Partial<EventStore>> => {
    const store = await openEventStore(() => {})
    return { read: async (...args) => ({ ...(await store.read(...args)), isCut: true }) }
  }

  it.each<[string, Written]>([
    ["event 2: not in the schema", { events: [stored(lend), { type: "loan.steal" }] }],
    ["event 1: loan.lend is of version 9, of a newer release", { events: [{ ...lend, version: 9 }] }],
    ["written in version 3", { base: { version: 3, snapshot: lentState() } }],
    ["written in version 3", { base: { version: 3, snapshot: null }, events: [stored(lend)] }],
    ["written in version 0", { base: { version: 0, snapshot: lentState() } }],
    ["written in version NaN", { base: { version: Number.NaN, snapshot: lentState() } }],
    ["what was kept is no snapshot", { base: { snapshot: { value: "lent" } } }],
    ["what was kept is no snapshot", { base: { snapshot: "damaged" } }],
    ["what was kept is no snapshot", { base: { snapshot: { value: "lent", context: lentState().context } } }],
    ["what was kept makes no sense", { base: { snapshot: lentState({ book: 5, days: 1 }) } }],
    ["there is no context", { base: { version: 1, snapshot: { ...lentState([]) } } }],
    ["what was kept is done", { base: { snapshot: { ...lentState(), status: "done" } } }],
  ])("is quarantined with the reason: %s", async (why, stream) => {
    const journal = await written(stream)
    const { rows } = await journal.read("s", false)
    const { snapshot, ...rest } = await restored(journal)
    expect(rest).toEqual({ seq: 0, isFresh: true, isRebuilt: false })
    expect(snapshot.value).toBe("inside")
    expect(await quarantined()).toEqual([{ stream: "s", why, atMs: 7, rows }])
    expect(await journal.read("s", true)).toEqual({ base: null, cache: null, rows: [], isCut: false })
  })

  it("is one whose events are missing, at its beginning or between two", async () => {
    for (const numbers of [[2], [1, 3]]) {
      freshBrowser()
      const { store, journal } = await openJournal()
      await store.append(
        numbers.map((seq) => ({ stream: "s", seq, event: { ...stored(lend) } })),
        true,
      )
      expect(await restored(journal)).toMatchObject({ isFresh: true })
      expect(await quarantined()).toMatchObject([{ why: "events are missing" }])
    }
  })

  it("is one with too many events", async () => {
    const journal = await written({ events: [stored(lend)] }, await cut())
    await restored(journal)
    expect(await quarantined()).toMatchObject([{ why: "there are more than 1 events" }])
  })

  it.each([
    [new Error("the book is gone"), "the book is gone"],
    ["a text", "unknown"],
  ])("is one on which its machine throws %s", async (cause, why) => {
    const fails = (): never => {
      throw cause
    }
    const failing = setup({}).createMachine({
      context: { book: null },
      on: { "loan.lend": { actions: assign({ book: fails }) } },
    })
    const journal = await written({ events: [stored(lend)] })
    await restoreStream(journal, "s", foldOf<AnyStateMachine>(failing, undefined), {
      ...{ ...loanStream, version: 1 },
    })
    expect(await quarantined()).toMatchObject([{ why }])
  })

  it("has the reason that remains without the snapshot beside it", async () => {
    const cache = { version: 1, snapshot: lentState() }
    const journal = await written({ events: [{ type: "loan.steal" }], cache })
    const beginAgain = vi.fn(() => Promise.resolve(null))
    expect(await restored(journal, { beginAgain })).toMatchObject({ seq: 0, isFresh: true, isRebuilt: false })
    expect(await quarantined()).toMatchObject([{ why: "event 1: not in the schema" }])
    const whole = { base: null, cache: null, isCut: false, rows: [{ event: { type: "loan.steal" } }] }
    expect(beginAgain.mock.calls).toMatchObject([[whole]])
  })

  it("begins again with the snapshot that the project gives", async () => {
    const journal = await written({ events: [{ type: "loan.steal" }] })
    const next = loan.step(loan.initial(), lend)
    const begun = await restored(journal, { beginAgain: () => Promise.resolve(next) })
    expect(begun).toEqual({ snapshot: next, seq: 0, isFresh: false, isRebuilt: false })
    const { base } = await journal.read("s", false)
    expect(base).toMatchObject({ version: 2, seq: 0, snapshot: { value: "lent", context: { book: "Emma" } } })
    expect(await restored(journal)).toMatchObject({ isFresh: false, snapshot: { value: "lent" } })
  })

  it("is said to begin again once it was quarantined, and not where it could not be", async () => {
    const quarantine = () => Promise.reject(new Error("the disk is gone"))
    const journal = await written({ events: [{ type: "loan.steal" }] }, { quarantine })
    await expect(restored(journal)).rejects.toThrow("the disk is gone")
  })

  it("is not quarantined where its code cannot be loaded, and is read once it can", async () => {
    const lost = () => Promise.reject(new Error("the chunk is gone"))
    const journal = await written({
      base: { snapshot: lentState() },
      events: [{ type: "loan.return", at: 2 }],
    })
    for (const [declared, options] of [
      [{ ...loanStream, event: lost }, {}],
      [{ ...loanStream, context: lost }, {}],
      [loanStream, { loadChecks: lost }],
    ] as const)
      await expect(restoreStream(journal, "s", loan, declared, options)).rejects.toThrow("the chunk is gone")
    expect(await quarantined()).toEqual([])
    expect(await restored(journal)).toMatchObject({ seq: 1, snapshot: { value: "inside" } })
  })

  it("is not quarantined where the code of its events is only needed without its snapshot", async () => {
    const journal = await written({ events: [stored(lend)], cache: { version: 2, snapshot: "none" } })
    const declared = { ...loanStream, event: () => Promise.reject(new Error("the chunk is gone")) }
    await expect(restoreStream(journal, "s", loan, declared)).rejects.toThrow("the chunk is gone")
    expect(await quarantined()).toEqual([])
    expect(await restored(journal)).toMatchObject({ seq: 1, isRebuilt: true, snapshot: { value: "lent" } })
  })

  it("is not quarantined where the journal itself cannot be read", async () => {
    const read = () => Promise.reject(new Error("the disk is gone"))
    const { journal } = await openJournal({ read })
    await expect(restored(journal)).rejects.toThrow("the disk is gone")
    expect(await quarantined()).toEqual([])
  })
})

describe("the checks of a project", () => {
  const checking = (fails: "beforeFold" | "afterFold" | null) => {
    const seen: unknown[] = []
    const check =
      (name: "beforeFold" | "afterFold") =>
      ({ rows }: StreamContents, context?: object): void => {
        seen.push([name, rows.length, context])
        if (name === fails) throw new Error(`${name} is not satisfied`)
      }
    const loadChecks = async () => ({ beforeFold: check("beforeFold"), afterFold: check("afterFold") })
    return { seen, loadChecks }
  }

  it("see the events before they are folded, and the context after", async () => {
    const { seen, loadChecks } = checking(null)
    const journal = await written({ events: [stored(lend)] })
    expect(await restored(journal, { loadChecks })).toMatchObject({ seq: 1 })
    expect(seen).toEqual([
      ["beforeFold", 1, undefined],
      ["afterFold", 1, { book: "Emma", days: 14 }],
    ])
  })

  it.each(["beforeFold", "afterFold"] as const)("quarantine a stream with their reason: %s", async (name) => {
    const { loadChecks } = checking(name)
    await restored(await written({ events: [stored(lend)] }), { loadChecks })
    expect(await quarantined()).toMatchObject([{ why: `${name} is not satisfied` }])
  })
})

describe("a stored snapshot", () => {
  const lamp = setup({ actors: { ask: fromCallback(() => {}) } }).createMachine({
    id: "lamp",
    context: { level: 0 },
    initial: "off",
    states: {
      off: { on: { ask: "pending.second", split: "both" } },
      pending: { initial: "first", states: { first: {}, second: { invoke: { id: "ask", src: "ask" } } } },
      both: { type: "parallel", states: { left: {}, right: { invoke: { id: "ask", src: "ask" } } } },
    },
  })
  const pure: Fold<AnyStateMachine> = foldOf<AnyStateMachine>(lamp, undefined)
  const declared = { version: 1 }
  const kept = (snapshot: unknown) => {
    const json: Json = JSON.parse(JSON.stringify(snapshot))
    return { stream: "s", version: 1, seq: 0, atMs: 0, snapshot: json }
  }
  const state = (value: unknown) => ({
    ...{ status: "active", value, context: { level: 1 }, children: {}, historyValue: {} },
  })

  it.each([["off"], [{ pending: "first" }]])("in %j is restored as it was", async (value) => {
    const revived = await revive(pure, kept(state(value)), declared)
    expect([revived.value, revived.context]).toEqual([value, { level: 1 }])
  })

  it.each([[{ pending: "second" }], [{ both: { left: {}, right: {} } }]])(
    "in %j is none without the actor that the state invokes",
    async (value) => {
      await expect(revive(pure, kept(state(value)), declared)).rejects.toThrow("has no actor ask")
    },
  )

  it.each(["ask", "split"])("is restored with the actor that it invoked, after %s", async (type) => {
    const asking = pure.step(pure.initial(), { type })
    const revived = await revive(pure, kept(pure.persist(asking)), declared)
    expect([revived.value, Object.keys(revived.children)]).toEqual([asking.value, ["ask"]])
  })

  it("is the initial one where there is none", async () => {
    expect((await revive(pure, null, declared)).context).toEqual({ level: 0 })
    expect((await revive(pure, kept(null), declared)).context).toEqual({ level: 0 })
  })

  it.each([
    [null, false],
    ["off", false],
    [{ value: "off", context: {} }, false],
    [{ status: "active", context: {} }, false],
    [{ status: "active", value: "off" }, false],
    [{ status: "active", value: "off", context: null }, false],
    [{ status: "active", value: "off", context: "x" }, false],
    [{ status: "active", value: "off", context: {} }, true],
  ])("is %j: %s", (value, isOne) => {
    expect(isStoredState(value)).toBe(isOne)
  })

  it("keeps its status, whatever a step makes of it, and the fields that its schema does not name", async () => {
    const upcasters = {
      events: {},
      snapshots: [({ context }: { context?: unknown }) => ({ value: "inside", context })],
    }
    const before = storedState(lentState({ book: "Emma", days: 1, more: "x" }))
    const { context } = loanStream
    const decoded = await decodeSnapshot({ version: 2, upcasters, ...(context && { context }) }, before, 1)
    expect(decoded).toEqual({
      status: "active",
      value: "inside",
      context: { book: "Emma", days: 1, more: "x" },
    })
  })

  it("is none where a step leaves no context", async () => {
    const upcasters = { events: {}, snapshots: [() => ({ value: "inside" })] }
    const before = storedState(lentState({}))
    await expect(decodeSnapshot({ version: 2, upcasters }, before, 1)).rejects.toThrow(
      "what was kept is no snapshot",
    )
  })

  it("is not decoded without a schema", async () => {
    const before = storedState(lentState({ book: 5 }))
    expect(await decodeSnapshot({ version: 2 }, before, 2)).toEqual(before)
  })
})

describe("stored events", () => {
  it("are upcast and decoded; without any no schema is loaded", async () => {
    const event = vi.fn(loanStream.event)
    const declared: JournaledStream<LoanEvent> = { ...loanStream, event }
    expect(await readEvents(declared, [])).toEqual([])
    expect(event).not.toHaveBeenCalled()
    expect(await readEvents(declared, [{ type: "loan.lend", book: "Emma", weeks: 2, at: 1 }])).toEqual([lend])
    await expect(readEvents(declared, [{}])).rejects.toThrow("event 1: not in the schema")
  })
})
