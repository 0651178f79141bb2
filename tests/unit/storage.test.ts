import { describe, expect, it } from "vitest"
import { createStorage, type KeyValueStorage } from "../../src/runtime/api/device-storage.ts"

const areaOf = (now = () => 0) => {
  const kept = new Map<string, string>()
  const area: KeyValueStorage = {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
  }
  return { kept, area, storage: createStorage(() => area, now) }
}

describe("the device's storage", () => {
  it.each([
    ...["x", "", 5, 0, true, false, null, undefined, { a: 1 }, [1], "中", new Date(8.64e15)],
    ...[Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, "Infinity"],
    ...['{"a":1}', '{"type":"number","data":5}', '{"type":"number","data":"Infinity"}'],
    ...['{"type":"undefined"}', '{"type":"x","data":1}'],
  ])("gives %j back as it was", (value) => {
    const { area, storage } = areaOf()
    storage.write("name", value)
    for (const each of [storage, createStorage(() => area, Date.now)])
      expect(each.read("name")).toEqual(value)
  })

  it("writes text as it is, and other values with their type, under the prefix", () => {
    const { kept, storage } = areaOf()
    storage.write("str", "x")
    storage.write("num", 5)
    storage.write("date", new Date(0))
    expect(Object.fromEntries(kept)).toEqual({
      app_str: "x",
      app_num: '{"type":"number","data":5}',
      app_date: '{"type":"object","data":"1970-01-01T00:00:00.000Z"}',
    })
    expect(storage.read("date")).toEqual(new Date(0))
  })

  it("has no value for a name that was never written, or was removed", () => {
    const { storage } = areaOf()
    expect(storage.read("none")).toBeUndefined()
    storage.write("name", "x")
    storage.remove("name")
    expect(storage.read("name")).toBeUndefined()
  })

  it("removes a value on the first reading after its seconds are over", () => {
    let now = 1_000
    const { kept, storage } = areaOf(() => now)
    storage.write("name", "x", 2)
    now = 2_999
    expect(storage.read("name")).toBe("x")
    now = 3_000
    expect(kept.size).toBe(1)
    expect(storage.read("name")).toBeUndefined()
    expect(kept.size).toBe(0)
  })

  const failing = (): never => {
    throw new DOMException("denied", "SecurityError")
  }
  it.each([
    ["asked for", failing],
    ["used", () => ({ getItem: failing, setItem: failing, removeItem: failing })],
  ])("keeps working for as long as the page lives when the browser's throws as it is %s", (_, area) => {
    const storage = createStorage(area, () => 0)
    expect(storage.read("name")).toBeUndefined()
    storage.write("name", { a: 1 })
    expect(storage.read("name")).toEqual({ a: 1 })
    storage.remove("name")
    expect(storage.read("name")).toBeUndefined()
  })

  it("hides the old value in full storage once it is overwritten or removed", () => {
    const { area } = areaOf()
    let isFull = false
    const orFail =
      <Words extends readonly string[]>(change: (...words: Words) => void) =>
      (...words: Words) =>
        isFull ? failing() : change(...words)
    const full = { ...area, setItem: orFail(area.setItem), removeItem: orFail(area.removeItem) }
    const storage = createStorage(() => full, Date.now)
    storage.write("name", "old")
    isFull = true
    storage.write("name", "new")
    expect(storage.read("name")).toBe("new")
    storage.remove("name")
    expect(storage.read("name")).toBeUndefined()
    isFull = false
    storage.write("name", "again")
    expect(storage.read("name")).toBe("again")
  })
})
