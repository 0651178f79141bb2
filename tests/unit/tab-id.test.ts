import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { TAB_KEY } from "../../src/domain/limits.ts"
import { identifyTab, isTabAlive, type Locks, type TabStorage } from "../../src/journal/tab-id.ts"

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const storageWith = (id: string | null) => {
  const stored = new Map(id === null ? [] : [[TAB_KEY, id]])
  const storage: TabStorage = {
    getItem: (name) => stored.get(name) ?? null,
    setItem: (name, value) => stored.set(name, value),
  }
  return { stored, storage }
}

/** Locks of which those named are held by others until the time; the requests are noted. */
const locksOf = (heldUntilMs: Readonly<Record<string, number>> = {}) => {
  const requests: (readonly [name: string, atMs: number])[] = []
  const startMs = Date.now()
  const kept: (Promise<void> | void)[] = []
  const locks: Locks = {
    request: (name, { ifAvailable, mode = "exclusive" }, hold) => {
      expect(ifAvailable).toBe(true)
      const atMs = Date.now() - startMs
      requests.push([name, atMs])
      const isFree = atMs >= (heldUntilMs[name] ?? 0)
      kept.push(hold(isFree ? { name, mode } : null))
      return Promise.resolve()
    },
  }
  return { locks, requests, kept }
}

const ID = "tab-stored-1"
const LOCK = `app_tab ${ID}`
const identify = async (storage: TabStorage, locks?: Locks) => {
  const found = identifyTab(
    () => storage,
    locks,
    () => "tab-new-001",
  )
  await vi.advanceTimersByTimeAsync(2_000)
  return found
}

describe("the id of a tab", () => {
  it("is made, stored and locked in a new tab", async () => {
    const { stored, storage } = storageWith(null)
    const { locks, requests, kept } = locksOf()
    expect(await identify(storage, locks)).toBe("tab-new-001")
    expect([...stored]).toEqual([["app_tab", "tab-new-001"]])
    expect(requests).toEqual([["app_tab tab-new-001", 0]])
    // the lock is kept as long as the document lives
    expect(await Promise.race([kept[0], Promise.resolve("held")])).toBe("held")
    expect(kept[0]).toBeInstanceOf(Promise)
  })

  it("stays over a reload, at once or as soon as the document before has gone", async () => {
    for (const heldMs of [0, 40, 600]) {
      const { stored, storage } = storageWith(ID)
      const { locks, requests } = locksOf({ [LOCK]: heldMs })
      expect(await identify(storage, locks)).toBe(ID)
      expect(stored.get(TAB_KEY)).toBe(ID)
      expect(requests.at(-1)).toEqual([LOCK, heldMs])
      expect(requests).toHaveLength(heldMs / 40 + 1)
    }
  })

  it("is another where a document keeps the lock: the tab was duplicated", async () => {
    const { stored, storage } = storageWith(ID)
    const { locks, requests, kept } = locksOf({ [LOCK]: 601 })
    expect(await identify(storage, locks)).toBe("tab-new-001")
    expect(stored.get(TAB_KEY)).toBe("tab-new-001")
    expect(requests.at(-1)).toEqual(["app_tab tab-new-001", 640])
    expect(requests).toHaveLength(17)
    expect(kept.slice(0, -1)).toEqual(Array.from({ length: 16 }))
  })

  it("is the stored one where there are no locks, and where they fail another", async () => {
    expect(await identify(storageWith(ID).storage)).toBe(ID)
    expect(await identify(storageWith(null).storage)).toBe("tab-new-001")
    const failing: Locks = { request: () => Promise.reject(new DOMException("denied", "SecurityError")) }
    expect(await identify(storageWith(ID).storage, failing)).toBe("tab-new-001")
  })

  it.each([
    ["a2345678", true],
    ["-".repeat(40), true],
    ["a234567", false],
    ["a".repeat(41), false],
    ["A2345678", false],
    ["a2345678/", false],
    [" a2345678", false],
  ])("%j is believed: %s", async (id, isBelieved) => {
    expect((await identify(storageWith(id).storage)) === id).toBe(isBelieved)
  })

  it("is usable where the storage can be read and not written", async () => {
    const full: TabStorage = {
      getItem: () => null,
      setItem: () => {
        throw new DOMException("full", "QuotaExceededError")
      },
    }
    expect(await identify(full)).toBe("tab-new-001")
    const denied = () => {
      throw new DOMException("denied", "SecurityError")
    }
    expect(await identifyTab(denied, undefined, () => "tab-new-002")).toBe("tab-new-002")
  })
})

describe("a tab", () => {
  const locks = (held?: readonly { readonly name: string }[]) => ({
    query: () => Promise.resolve(held === undefined ? {} : { held: [...held] }),
  })

  it("is alive while a document holds its lock, or where nothing says so", async () => {
    expect(await isTabAlive(undefined, ID)).toBe(true)
    expect(await isTabAlive(locks([{ name: "other" }, { name: LOCK }]), ID)).toBe(true)
    expect(await isTabAlive(locks([{ name: `${LOCK}2` }]), ID)).toBe(false)
    expect(await isTabAlive(locks([]), ID)).toBe(false)
    expect(await isTabAlive(locks(), ID)).toBe(false)
  })
})
