/**
 * However the writing passes between a member's tabs, they end up showing the same, and each of
 * them still takes commands.
 */
import { describe, expect, it } from "vitest"
import { openEventStore as openStore } from "../../src/journal/journal.ts"
import type { Channel } from "../../src/runtime/journal/leader-election.ts"
import type { StoreOptions } from "../../src/runtime/journal/store-host.ts"
import { casesOf } from "../support/exhaustive.ts"
import { openTabsOfTests } from "../support/journal-host.ts"

const { tabOf } = openTabsOfTests()
const tabsOf = async (
  owner: string,
  names: readonly string[],
  parts: Partial<StoreOptions> = {},
): Promise<readonly ReturnType<typeof tabOf>[]> => {
  const tabs = names.map((name) => tabOf(name, parts))
  for (const tab of tabs) await tab.fill(owner)
  return tabs
}
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Numbers from 0 to below 1, the same for the same seed. */
const numbersFrom = (seed: number) => {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}

describe("the handover of leadership", () => {
  it.each(casesOf([1, 2, 3, 4], (seed) => seed === 1))(
    "again and again at any moment, and nothing is lost or counted twice (seed %i)",
    { tags: ["sweep"] },
    async (seed) => {
      const random = numbersFrom(seed)
      const owner = `storm${seed}`
      const tabs = await tabsOf(owner, ["t1", "t2", "t3"])
      const turns = 40
      for (let turn = 0; turn < turns; turn += 1) {
        tabs[Math.floor(random() * tabs.length)]?.add(1)
        if (random() < 0.7) await wait(random() * 12)
      }
      const counts = () => tabs.map((tab) => tab.count())
      await expect.poll(counts).toEqual([turns, turns, turns])
      for (const [index, tab] of tabs.entries()) {
        tab.add(100)
        const sum = turns + 100 * (index + 1)
        await expect.poll(counts).toEqual([sum, sum, sum])
      }
      for (const tab of tabs) tab.close()
      const [after] = await tabsOf(owner, ["t4"])
      expect(after?.count()).toBe(turns + 300)
    },
  )

  it("leaves each tab in the queue of the lock once, however often it happened", async () => {
    const tabs = await tabsOf("queue", ["t1", "t2"])
    for (let turn = 0; turn < 6; turn += 1) {
      tabs[turn % 2]?.add(1)
      await expect.poll(() => tabs.map((tab) => tab.count())).toEqual([turn + 1, turn + 1])
    }
    const { held = [], pending = [] } = await navigator.locks.query()
    const ofMember = ({ name }: LockInfo) => name === "app_journal queue"
    expect(held.filter(ofMember)).toHaveLength(1)
    expect(pending.filter(ofMember).length).toBeLessThanOrEqual(2)
  })

  it("is noticed by a tab that still reads its streams: it follows", async () => {
    const [reading, read] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const openEventStore: StoreOptions["openEventStore"] = async (onLost) => {
      const store = await openStore(onLost)
      return {
        ...store,
        read: async (...args) => {
          reading.resolve()
          await read.promise
          return store.read(...args)
        },
      }
    }
    const [before] = await tabsOf("reading", ["t0"])
    before?.add(1)
    await before?.streams.flush()
    before?.close()
    const tab = tabOf("t1", { openEventStore })
    const isFilled = tab.fill("reading")
    await reading.promise
    const stolen = Promise.withResolvers<void>()
    const isStolen = new Promise<void>((resolve) => {
      void navigator.locks.request("app_journal reading", { steal: true }, () => {
        resolve()
        return stolen.promise
      })
    })
    await isStolen
    await wait(20)
    read.resolve()
    await isFilled
    expect([tab.actor.isFollowing(), tab.count(), tab.received]).toEqual([true, 1, []])
    stolen.resolve()
  })

  it("to a tab that is gone ends with the tab that handed over, which keeps its lock", async () => {
    const [one] = await tabsOf("gone", ["t1"])
    const channel = new BroadcastChannel("app_journal gone")
    channel.postMessage({ word: "want", tab: "closed" })
    await expect.poll(() => one?.actor.isFollowing()).toBe(true)
    one?.add(1)
    await expect.poll(() => one?.count()).toBe(1)
    // the lock that it stole from itself is reported as lost
    await wait(50)
    expect(one?.actor.isFollowing()).toBe(false)
    await one?.streams.flush()
    channel.close()
  })

  it("goes to the tab that gets the focus, before its first command", async () => {
    const [one] = await tabsOf("turned", ["t1"])
    const turns: (() => void)[] = []
    const [two] = await tabsOf("turned", ["t2"], { onFocus: (listen) => turns.push(listen) })
    one?.add(1)
    for (const turn of turns) turn()
    await expect.poll(() => two?.actor.isFollowing()).toBe(false)
    await two?.streams.flush()
    expect([one?.actor.isFollowing(), two?.count()]).toEqual([true, 1])
  })

  it("waits until the leader has its answer", async () => {
    const [one, two] = await tabsOf("busy", ["t1", "t2"])
    one?.actor.send({ type: "counter.send" })
    await expect.poll(() => two?.actor.getSnapshot().value).toBe("sending")
    two?.add(1)
    await wait(300)
    expect(two?.count()).toBe(0)
    one?.actor.send({ type: "counter.sent" })
    await expect.poll(() => two?.count()).toBe(1)
    await expect.poll(() => one?.count()).toBe(1)
    expect([one?.sends, two?.sends]).toEqual([["send"], []])
  })

  it("waits until the leader's last event is on its slow disk", async () => {
    const openEventStore: StoreOptions["openEventStore"] = async (onLost) => {
      const store = await openStore(onLost)
      return { ...store, append: (rows, isStrict) => wait(150).then(() => store.append(rows, isStrict)) }
    }
    const [one] = await tabsOf("slow", ["t1"], { openEventStore })
    const [two] = await tabsOf("slow", ["t2"])
    await one?.streams.flush()
    one?.add(1)
    two?.add(10)
    await expect.poll(() => [one?.count(), two?.count()]).toEqual([11, 11])
  })

  const steals = "steals the lock without channels: each tab takes commands, and what one shows is on disk"
  it(steals, { tags: ["exhaustive"] }, async () => {
    const tabs = await tabsOf("mute", ["t1", "t2", "t3"], { openChannel: () => undefined })
    const random = numbersFrom(1)
    for (let turn = 0; turn < 30; turn += 1) {
      tabs[Math.floor(random() * tabs.length)]?.add(1)
      await wait(random() * 30)
    }
    for (const tab of tabs) {
      const before = tab.count()
      const isTaken = async () => {
        tab.add(100)
        await wait(50)
        // a tab that still has a command may steal the lock before it is written
        const isWritten = await tab.streams.flush().then(
          () => true,
          () => false,
        )
        return isWritten && tab.count() >= before + 100
      }
      await expect.poll(isTaken).toBe(true)
    }
    const last = tabs[2]?.count()
    for (const tab of tabs) tab.close()
    const [after] = await tabsOf("mute", ["t4"])
    expect(after?.count()).toBe(last)
  })

  it("is not waited for from a frozen tab, which shows the new events once it wakes up", async () => {
    let isFrozen = false
    const frozen = (name: string): Channel => {
      const channel = new BroadcastChannel(name)
      const own: Channel = {
        onmessage: null,
        postMessage: (message) => channel.postMessage(message),
        close: () => channel.close(),
      }
      channel.onmessage = (message) => {
        if (!isFrozen) own.onmessage?.(message)
      }
      return own
    }
    const [one] = await tabsOf("frozen", ["t1"], { openChannel: frozen })
    const [two] = await tabsOf("frozen", ["t2"])
    one?.add(1)
    await expect.poll(() => two?.count()).toBe(1)
    isFrozen = true
    two?.add(10)
    await expect.poll(() => two?.count()).toBe(11)
    two?.add(20)
    await two?.streams.flush()
    isFrozen = false
    two?.add(30)
    await expect.poll(() => one?.count()).toBe(61)
    one?.add(100)
    await expect.poll(() => [one?.count(), two?.count()]).toEqual([161, 161])
  })
})
