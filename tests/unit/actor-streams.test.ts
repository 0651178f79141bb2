import { beforeEach, describe, expect, it, vi } from "vitest"
import { TAB_KEY } from "../../src/domain/limits.ts"
import { noopInspector, type StoredStream } from "../../src/runtime/actors/inspector.ts"
import { createStreams, isFreshTab } from "../../src/runtime/journal/streams.ts"
import {
  createTabStorage,
  everythingKept,
  freshBrowser,
  openStore,
  openTab,
} from "../support/journal-host.ts"

beforeEach(freshBrowser)

/** A document of a tab whose storage may hold drafts of an earlier document. */
const openDocument = (storage = createTabStorage()) => {
  const { actor, actors, add, count } = openTab("t1", {}, { scope: "tab" })
  const store = openStore("t1")
  const load = vi.fn(() => {
    // as the store host does, which has the tab's streams
    storage.setItem(TAB_KEY, "t1")
    return Promise.resolve(store)
  })
  let readJournal = (): Promise<readonly StoredStream[]> => Promise.resolve([])
  const streams = createStreams({
    load,
    loadDrafts: () => import("../../src/runtime/journal/drafts.ts"),
    storage: () => storage,
    now: () => 1,
    inspector: {
      ...noopInspector,
      onJournalOpen: (read) => {
        readJournal = read
      },
    },
  })
  const received: string[] = []
  return {
    actor,
    actors,
    add,
    count,
    load,
    streams,
    storage,
    received,
    readJournal: () => readJournal(),
    start: (owner: string | null) => streams.start(owner, actors, (type) => received.push(type)),
    draft: () => storage.getItem("app_draft counter"),
  }
}

const visit = async (storage: ReturnType<typeof createTabStorage>, owner: string | null = null) => {
  const opened = openDocument(storage)
  await opened.start(owner)
  return opened
}

describe("a visitor's actor", () => {
  it("is a draft of the tab from the first act on, and leaves no journal", async () => {
    const first = openDocument()
    await first.start(null)
    await first.streams.flush()
    expect(first.draft()).toBeNull()
    first.add(1)
    first.add(2, "4111 1111 1111 1111")
    expect(first.received).toEqual(["counter.add", "counter.add"])
    await expect.poll(first.draft).toContain('"count":3')
    expect(first.load).not.toHaveBeenCalled()
    expect(await first.readJournal()).toMatchObject([
      { id: "counter", base: null, rows: [{ seq: 1 }, { seq: 2, event: { note: "[redacted]" } }] },
    ])
    const second = await visit(first.storage)
    expect(second.actor.getSnapshot().context).toEqual({ count: 3, resumed: 1 })
    expect(await second.readJournal()).toMatchObject([
      { base: { snapshot: { context: { count: 3 } } }, rows: [{ event: { type: "journal.resumed" } }] },
    ])
  })

  it("asks for the outcome of what was sent instead of sending again", async () => {
    const { actor, storage, draft } = await visit(createTabStorage())
    actor.send({ type: "counter.send" })
    await expect.poll(draft).toContain("sending")
    expect((await visit(storage)).actor.getSnapshot().value).toBe("asking")
  })

  it.each([
    "no text of ours",
    '{"version":2,"snapshot":null}',
    '{"version":1,"snapshot":{"status":"active","value":"gone","context":{}}}',
  ])("starts over where the draft is %s", async (text) => {
    const storage = createTabStorage()
    storage.setItem("app_draft counter", text)
    const { count, draft } = await visit(storage)
    expect([count(), draft()]).toEqual([0, null])
  })

  it("runs without storage", async () => {
    const denied = () => {
      throw new DOMException("", "SecurityError")
    }
    const { add, count } = await visit({ getItem: denied, setItem: denied, removeItem: denied })
    add(1)
    expect(count()).toBe(1)
  })

  it("becomes the member's at log-in as it is, and a draft again at log-out", async () => {
    const { add, streams, actors, draft, storage, load } = await visit(createTabStorage())
    add(3)
    await expect.poll(draft).not.toBeNull()
    streams.reassign("ada", actors)
    expect(draft()).toBeNull()
    await expect.poll(() => load.mock.calls.length).toBe(1)
    add(4)
    await streams.flush()
    expect(draft()).toBeNull()
    const member = await visit(storage, "ada")
    expect(member.count()).toBe(7)
    member.streams.reassign(null, member.actors)
    await expect.poll(draft).toContain('"count":7')
    await member.streams.flush()
    expect(await everythingKept()).not.toContain("tab:t1/ada")
    member.add(1)
    await expect.poll(draft).toContain('"count":8')
    expect((await visit(storage)).count()).toBe(8)
  })

  it("is recorded after the log-in once the code loads, and runs until then", async () => {
    const { add, streams, actors, load, storage } = await visit(createTabStorage())
    load.mockRejectedValueOnce(new Error("no network"))
    streams.reassign("ada", actors)
    await expect.poll(() => load.mock.calls.length).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 10))
    add(2)
    await expect.poll(() => load.mock.calls.length).toBe(2)
    await new Promise((resolve) => setTimeout(resolve, 20))
    await streams.flush()
    expect((await visit(storage, "ada")).count()).toBe(2)
  })
})

describe("a member's actor in a tab without streams", () => {
  it("runs before the store host is loaded, and is recorded from its beginning", async () => {
    const { actor, streams, actors, add, count, load, storage } = openDocument()
    const loaded = Promise.withResolvers<Awaited<ReturnType<typeof load>>>()
    const store = await load()
    storage.removeItem(TAB_KEY)
    load.mockImplementationOnce(() => loaded.promise)
    await streams.start("ada", actors, () => {})
    add(3)
    expect([count(), actor.isLive()]).toEqual([3, true])
    storage.setItem(TAB_KEY, "t1")
    loaded.resolve(store)
    add(4)
    await streams.flush()
    expect((await visit(storage, "ada")).count()).toBe(7)
  })

  it("waits for its stream where storage is blocked", () => {
    const blocked = () => {
      throw new Error("blocked")
    }
    expect(isFreshTab(blocked)).toBe(false)
  })
})
