import { describe, expect, it } from "vitest"
import { type ListedArea, storageCalls } from "./storage-calls.ts"

const areaOf = () => {
  const kept = new Map<string, string>()
  const area: ListedArea = {
    get length() {
      return kept.size
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
  }
  return { kept, area }
}

describe("the storage calls", () => {
  const room = (limit = Number.POSITIVE_INFINITY) => {
    const { kept, area } = areaOf()
    const bounded: ListedArea = {
      get length() {
        return area.length
      },
      key: area.key,
      getItem: area.getItem,
      setItem: (name, value) => {
        if (value.length > limit) throw new DOMException(`no room for '${name}'`, "QuotaExceededError")
        area.setItem(name, value)
      },
      removeItem: area.removeItem,
    }
    return {
      kept,
      calls: storageCalls(
        () => bounded,
        () => 0,
      ),
    }
  }

  it("find what was set, and fail for the rest", async () => {
    const { calls } = room()
    expect(await calls.setStorage({ key: "a", data: { b: 1 } })).toEqual({ errMsg: "setStorage:ok" })
    expect(await calls.getStorage({ key: "a" })).toEqual({ data: { b: 1 }, errMsg: "getStorage:ok" })
    expect(await calls.removeStorage({ key: "a" })).toEqual({ errMsg: "removeStorage:ok" })
    await expect(calls.getStorage({ key: "a" })).rejects.toMatchObject({
      errMsg: "getStorage:fail data not found",
    })
    expect(calls.getStorageSync("a")).toBe("")
    calls.setStorageSync("u", undefined)
    expect(calls.getStorageSync("u")).toBe("")
    expect(await calls.getStorage({ key: "u" })).toMatchObject({ data: "" })
    calls.setStorageSync("n", null)
    expect(calls.getStorageSync("n")).toBeNull()
  })

  it("fail under the given key if there is no room, and keep the old value", async () => {
    const { calls } = room(5)
    calls.setStorageSync("big", "old")
    await expect(calls.setStorage({ key: "big", data: "much too long" })).rejects.toMatchObject({
      errMsg: "setStorage:fail no room for 'big'",
    })
    expect(calls.getStorageSync("big")).toBe("old")
  })

  it("require a string key, and data", async () => {
    const { calls } = room()
    const spoilt: unknown[] = [
      Reflect.apply(calls.setStorage, null, [{ data: 1 }]),
      Reflect.apply(calls.setStorage, null, [{ key: "a" }]),
      Reflect.apply(calls.getStorage, null, [{ key: 5 }]),
    ]
    expect(await Promise.allSettled(spoilt)).toMatchObject([
      { reason: { errMsg: 'setStorage:fail Missing required args: "key"' } },
      { reason: { errMsg: 'setStorage:fail Missing required args: "data"' } },
      { reason: { errMsg: expect.stringContaining("getStorage:fail Invalid args: type check failed") } },
    ])
  })

  it("list and clear only names with the prefix", async () => {
    const { kept, calls } = room()
    kept.set("other", "x")
    calls.setStorageSync("a", "x".repeat(1_100))
    calls.setStorageSync("b", 5)
    expect(await calls.getStorageInfo({})).toMatchObject({ keys: ["a", "b"], currentSize: 3 })
    await calls.clearStorage({})
    expect([...kept.keys()]).toEqual(["other"])
    expect(calls.getStorageInfoSync()).toMatchObject({ keys: [], currentSize: 0 })
  })
})
