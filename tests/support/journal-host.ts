import { Schema } from "effect"
import "fake-indexeddb/auto"
import * as storage from "fake-indexeddb"
import { openDB } from "idb"
import { afterEach, beforeEach } from "vitest"
import { assign, type EventObject, fromCallback, setup } from "xstate"
import { TAB_KEY } from "../../src/domain/limits.ts"
import { event, JournalResumed, type StreamDeclaration, standard } from "../../src/events/declaration.ts"
import { createHostedActor, type HostedActor } from "../../src/runtime/actors/actor-host.ts"
import { createStoreHost, type StoreOptions } from "../../src/runtime/journal/store-host.ts"
import { type ActorStreams, createStreams } from "../../src/runtime/journal/streams.ts"

export const CounterEvent = standard(
  Schema.Union([
    JournalResumed,
    event("counter.add", { by: Schema.Int, note: Schema.optionalKey(Schema.String) }),
    event("counter.send", {}),
    event("counter.sent", {}),
  ]),
)
type CounterEvent = typeof CounterEvent.Type

/** A machine with a count, and an effect that a restart must not repeat. */
export const counterMachine = setup({
  types: {
    context: {} as { readonly count: number; readonly resumed: number },
    events: {} as CounterEvent,
    emitted: {} as { readonly type: "counter.moved" },
    tags: {} as "busy",
  },
  actors: {
    send: fromCallback<EventObject>(() => {
      throw new Error("send is not provided")
    }),
    ask: fromCallback<EventObject>(() => {
      throw new Error("ask is not provided")
    }),
  },
  actions: {
    add: assign({
      count: ({ context, event }) => context.count + (event.type === "counter.add" ? event.by : 0),
    }),
    countResumed: assign({ resumed: ({ context }) => context.resumed + 1 }),
  },
}).createMachine({
  id: "counter",
  context: { count: 0, resumed: 0 },
  initial: "idle",
  on: { "counter.add": { actions: "add" } },
  states: {
    idle: { on: { "counter.send": "sending", "journal.resumed": { actions: "countResumed" } } },
    sending: {
      tags: "busy",
      invoke: { id: "send", src: "send" },
      on: { "counter.sent": "idle", "journal.resumed": { target: "asking", actions: "countResumed" } },
    },
    asking: {
      tags: "busy",
      invoke: { id: "ask", src: "ask" },
      on: { "counter.sent": "idle", "journal.resumed": { actions: "countResumed" } },
    },
  },
})

interface CounterInput {
  readonly scope?: "tab" | "member"
  readonly version?: number
  /** What happens when the machine asks, besides that it is noted. */
  readonly onAsk?: () => void
}

export type CounterActor = HostedActor<typeof counterMachine>

/** The store host of one tab of a browser. */
export const openStore = (tab: string, more: Partial<StoreOptions> = {}) =>
  createStoreHost({
    identifyTab: () => Promise.resolve(tab),
    isTabAlive: () => Promise.resolve(true),
    now: () => 1,
    ...more,
  })

/** A `sessionStorage` in memory. */
export const createTabStorage = () => {
  const texts = new Map<string, string>()
  return {
    getItem: (name: string) => texts.get(name) ?? null,
    setItem: (name: string, text: string) => void texts.set(name, text),
    removeItem: (name: string) => void texts.delete(name),
  }
}

/** The streams of one tab of a browser, which has had some before: it waits for its store host. */
export const openStreams = (
  tab: string,
  more: Partial<StoreOptions> = {},
  tabStorage = createTabStorage(),
): ActorStreams => {
  const store = openStore(tab, more)
  tabStorage.setItem(TAB_KEY, tab)
  return createStreams({
    load: () => Promise.resolve(store),
    loadDrafts: () => import("../../src/runtime/journal/drafts.ts"),
    storage: () => tabStorage,
    now: () => 1,
    inspector: more.inspector,
  })
}

/** One tab of a browser: its streams and a counter actor. */
export const openTab = (tab: string, more: Partial<StoreOptions> = {}, shape: CounterInput = {}) => {
  const { scope = "member", version = 1, onAsk } = shape
  const sends: string[] = []
  const provided = counterMachine.provide({
    actors: {
      send: fromCallback<EventObject>(() => void sends.push("send")),
      ask: fromCallback<EventObject>(() => {
        sends.push("ask")
        onAsk?.()
      }),
    },
  })
  const actor: CounterActor = createHostedActor("counter", provided, undefined)
  const streams = openStreams(tab, more)
  const stream: StreamDeclaration = { scope, version, event: () => Promise.resolve(CounterEvent) }
  const received: string[] = []
  const actors = [{ actor, stream }]
  return {
    actor,
    streams,
    actors,
    received,
    /** What was sent and what was asked, in order. */
    sends,
    fill: (owner: string | null) => streams.start(owner, actors, (type) => received.push(type)),
    add: (by: number, note?: string) =>
      actor.send({ type: "counter.add", by, ...(note !== undefined && { note }) }),
    count: () => actor.getSnapshot().context.count,
    close: () => streams.stop(actors, false),
  }
}

/** A browser without anything in it. */
export const freshBrowser = (): void => {
  // a test before this one in the same process may have had a window of its own for them
  for (const [name, value] of Object.entries(storage))
    if (name.startsWith("IDB")) Reflect.set(globalThis, name, value)
  globalThis.indexedDB = new storage.IDBFactory()
}

/** Every row of the journal, as text. */
export const everythingKept = async (): Promise<string> => {
  const db = await openDB("app_journal")
  const tables = await Promise.all([...db.objectStoreNames].map((name) => db.getAll(name)))
  db.close()
  return JSON.stringify(tables)
}

/** The tabs of a file's tests: each test has a new browser, and its tabs are closed after it. */
export const openTabsOfTests = () => {
  const open: { close: () => void }[] = []
  beforeEach(freshBrowser)
  afterEach(() => {
    for (const tab of open.splice(0)) tab.close()
  })
  const tabOf = (...args: Parameters<typeof openTab>) => {
    const tab = openTab(...args)
    open.push(tab)
    return tab
  }
  /** A document of an owner that acts, writes what it did, and is closed. Gives the count that it had. */
  const visit = async (
    owner: string,
    act: (tab: ReturnType<typeof openTab>) => unknown = () => {},
    shape: CounterInput = {},
  ): Promise<number> => {
    const tab = tabOf("t1", {}, shape)
    await tab.fill(owner)
    act(tab)
    await tab.streams.flush()
    tab.close()
    return tab.count()
  }
  return { tabOf, visit }
}

let owners = 0
/** Whose locks no earlier test may still hold. */
export const newOwner = (): string => {
  owners += 1
  return `m${owners}`
}
