import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { openEventStore as openStore } from "../../src/journal/journal.ts"
import type { EventStoreOptions } from "../../src/runtime/event-store-coordinator.ts"
import type { Channel } from "../../src/runtime/leader-election.ts"
import { everythingKept, freshBrowser, openTab } from "../support/journal-host.ts"

const open: ReturnType<typeof openTab>[] = []
const tabOf = (...args: Parameters<typeof openTab>) => {
  const tab = openTab(...args)
  open.push(tab)
  return tab
}
beforeEach(freshBrowser)
afterEach(() => {
  for (const tab of open.splice(0)) tab.close()
  vi.unstubAllGlobals()
})

/** An event store that notes which streams are read. */
const noting = (reads: string[]): EventStoreOptions["openEventStore"] => {
  return async (onLost) => {
    const store = await openStore(onLost)
    return {
      ...store,
      read: (name, ...more) => {
        reads.push(name)
        return store.read(name, ...more)
      },
    }
  }
}

/** A channel on which messages with these words get lost. */
const withoutMessages = (channel: BroadcastChannel, words: string): Channel => {
  const own: Channel = {
    onmessage: null,
    postMessage: (message) => channel.postMessage(message),
    close: () => channel.close(),
  }
  channel.onmessage = (message) => {
    if (!JSON.stringify(message.data).includes(words)) own.onmessage?.(message)
  }
  return own
}

describe("a tab that follows", () => {
  it("applies what the leader writes without reading the stream again", async () => {
    const reads: string[] = []
    const leader = tabOf("t1")
    const follower = tabOf("t2", { openEventStore: noting(reads) })
    await leader.fill("m")
    await follower.fill("m")
    const before = reads.length
    expect(before).toBeGreaterThan(0)
    for (const by of [1, 2, 3]) {
      leader.add(by)
      await leader.streams.flush()
    }
    await expect.poll(follower.count).toBe(6)
    expect(follower.actor.isFollowing()).toBe(true)
    expect(follower.received.filter((type) => type === "counter.add")).toHaveLength(3)
    expect(reads).toHaveLength(before)
  })

  it("reads the stream again where events of the leader have not reached it", async () => {
    const reads: string[] = []
    const leader = tabOf("t1")
    const follower = tabOf("t2", {
      openEventStore: noting(reads),
      openChannel: (name) => withoutMessages(new BroadcastChannel(name), "lost"),
    })
    await leader.fill("m")
    await follower.fill("m")
    const before = reads.length
    for (const by of [1, 2, 3]) {
      leader.add(by, by === 2 ? "lost" : "received")
      await leader.streams.flush()
    }
    await expect.poll(follower.count).toBe(6)
    expect(reads.length).toBeGreaterThan(before)
  })
})

describe("a machine that fails in what it was restored to", () => {
  it("begins anew, and its stream is kept aside with the reason", async () => {
    // uncaught in the test otherwise, as in the browser
    vi.stubGlobal("reportError", () => {})
    const before = tabOf("t1")
    await before.fill("m")
    before.add(3)
    before.actor.send({ type: "counter.send" })
    await before.streams.flush()
    before.close()
    const after = tabOf(
      "t1",
      {},
      {
        onAsk: () => {
          throw new Error("a bug")
        },
      },
    )
    await after.fill("m")
    await expect.poll(() => after.actor.getSnapshot().status).toBe("active")
    await expect.poll(after.count).toBe(0)
    after.add(4)
    await after.streams.flush()
    expect(await everythingKept()).toContain("the machine could not go on from here")
    after.close()
    const again = tabOf("t1")
    await again.fill("m")
    expect(again.count()).toBe(4)
  })
})
