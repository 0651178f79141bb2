import { openDB } from "idb"
import { describe, expect, it } from "vitest"
import { openEventStore } from "../../src/journal/journal.ts"
import { newOwner, openTabsOfTests } from "../support/journal-host.ts"

const { tabOf, visit } = openTabsOfTests()

describe("without a journal", () => {
  it.each<[string, () => Promise<void>]>([
    ["absent", () => Promise.reject(new Error("this browser has no IndexedDB"))],
    ["of a newer build", async () => (await openDB("app_journal", 99)).close()],
  ])("because it is %s, everything works and nothing can be flushed", async (_, spoil) => {
    const tab = tabOf("t1", {
      openEventStore: async (lost) => {
        await spoil()
        return openEventStore(lost)
      },
    })
    await tab.fill(newOwner())
    tab.add(2)
    expect(tab.count()).toBe(2)
    await expect(tab.streams.flush()).rejects.toThrow()
  })

  it("that can be read, everything starts over and works", async () => {
    const tab = tabOf("t1", {
      openEventStore: async (lost) => {
        const store = await openEventStore(lost)
        return { ...store, read: () => Promise.reject(new Error("the disk is broken")) }
      },
    })
    await tab.fill(newOwner())
    tab.add(2)
    expect(tab.count()).toBe(2)
  })

  it("a flush is refused while the disk is full, and works again once there is room", async () => {
    let isFull = false
    const m = newOwner()
    const tab = tabOf("t1", {
      openEventStore: async (lost) => {
        const store = await openEventStore(lost)
        const full =
          <Args extends readonly unknown[]>(work: (...args: Args) => Promise<void>) =>
          (...args: Args) =>
            isFull ? Promise.reject(new DOMException("full", "QuotaExceededError")) : work(...args)
        return { ...store, append: full(store.append), restart: full(store.restart) }
      },
    })
    await tab.fill(m)
    tab.add(1)
    await tab.streams.flush()
    isFull = true
    tab.add(2)
    await expect(tab.streams.flush()).rejects.toThrow("full")
    tab.add(4)
    await expect(tab.streams.flush()).rejects.toThrow("full")
    expect(tab.count()).toBe(7)
    isFull = false
    await tab.streams.flush()
    tab.add(8)
    await tab.streams.flush()
    tab.close()
    expect(await visit(m)).toBe(15)
  })
})

/** Two tabs of one member; the first leads. */
const openTwo = async () => {
  const m = newOwner()
  const [one, two] = [tabOf("t1"), tabOf("t2")]
  await one.fill(m)
  await two.fill(m)
  return { m, one, two }
}

const isWritten = (tab?: ReturnType<typeof tabOf>): Promise<boolean> | undefined =>
  tab?.streams.flush().then(
    () => true,
    () => false,
  )

describe("several tabs of one member", () => {
  it("show the same, and the one in which the member acts becomes the leader", async () => {
    const m = newOwner()
    const [one, two] = [tabOf("t1"), tabOf("t2")]
    await one.fill(m)
    one.add(1)
    await two.fill(m)
    one.add(2)
    await one.streams.flush()
    await expect.poll(() => two.count()).toBe(3)
    await expect(two.streams.flush()).rejects.toThrow("another tab")
    two.add(10)
    await expect.poll(() => two.count()).toBe(13)
    await two.streams.flush()
    await expect.poll(() => one.count()).toBe(13)
    await expect(one.streams.flush()).rejects.toThrow("another tab")
    one.add(100)
    await expect.poll(() => one.count()).toBe(113)
    await one.streams.flush()
    await expect.poll(() => two.count()).toBe(113)
  })

  it("a follower never sends; it asks for the outcome when it takes over during a send", async () => {
    const { one, two } = await openTwo()
    one.actor.send({ type: "counter.send" })
    await one.streams.flush()
    await expect.poll(() => two.actor.getSnapshot().value).toBe("sending")
    expect(two.sends).toEqual([])
    one.close()
    await expect.poll(() => two.sends).toEqual(["ask"])
    expect(two.actor.getSnapshot().value).toBe("asking")
  })

  it("the next one leads when the first closes, and no flushed event is lost", async () => {
    const m = newOwner()
    const tabs = [tabOf("t1"), tabOf("t2"), tabOf("t3")]
    for (const tab of tabs) await tab.fill(m)
    const [one, two, three] = tabs
    one?.add(1)
    await one?.streams.flush()
    one?.close()
    await expect.poll(() => isWritten(two)).toBe(true)
    two?.add(2)
    await two?.streams.flush()
    await expect.poll(() => three?.count()).toBe(3)
    two?.close()
    await expect.poll(() => isWritten(three)).toBe(true)
    expect(three?.count()).toBe(3)
  })

  it("commands wait in order while a tab becomes the leader", async () => {
    const { m, one, two } = await openTwo()
    one.add(1)
    await one.streams.flush()
    await expect.poll(() => two.count()).toBe(1)
    one.close()
    // the lock is had, and the past is being read
    for (let by = 0; by < 20; by += 1) {
      two.add(10)
      await Promise.resolve()
    }
    await expect.poll(() => two.count()).toBe(201)
    await two.streams.flush()
    two.close()
    expect(await visit(m)).toBe(201)
  })

  it("without locks event numbers keep them apart: no event is lost or counted twice", async () => {
    const m = newOwner()
    const parts = { locks: undefined, openChannel: () => undefined }
    const [one, two] = [tabOf("t1", parts), tabOf("t2", parts)]
    await one.fill(m)
    await two.fill(m)
    two.add(1)
    await two.streams.flush()
    // its number is taken
    one.add(2)
    await one.streams.flush().catch(() => {})
    await expect.poll(() => one.count()).toBe(1)
    one.add(4)
    await one.streams.flush()
    const after = tabOf("t3", parts)
    await after.fill(m)
    expect(after.count()).toBe(5)
  })
})
