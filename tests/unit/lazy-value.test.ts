import { expect, it } from "vitest"
import { createLazyValue, loadedValue } from "../../src/runtime/actors/lazy-value.ts"

/** What React's `use` reads of a promise before it suspends. */
const read = (promise: Promise<unknown>) => {
  const { status, value } = Object(promise)
  return { status, value }
}

it("a loaded value is read without a turn of the event loop, by every caller alike", async () => {
  const { promise: code, resolve } = Promise.withResolvers<string>()
  const lazy = createLazyValue(() => code)
  expect(lazy.isRequested()).toBe(false)
  const loading = lazy.load()
  expect(lazy.load()).toBe(loading)
  expect(read(loading)).toEqual({ status: undefined, value: undefined })
  expect(lazy.current()).toBeUndefined()
  resolve("here")
  expect(await loading).toBe("here")
  expect(lazy.load()).toBe(loading)
  expect(lazy.current()).toBe("here")
  expect(read(lazy.load())).toEqual({ status: "fulfilled", value: "here" })
  expect(read(loadedValue("there").load())).toEqual({ status: "fulfilled", value: "there" })
})

it("is loaded again after it could not be had", async () => {
  const answers = [Promise.reject(new Error("lost")), Promise.resolve("here")]
  const lazy = createLazyValue(() => answers.shift() ?? Promise.resolve("too often"))
  const lost = lazy.load()
  await expect(lost).rejects.toThrow("lost")
  expect(lazy.isRequested()).toBe(false)
  expect(read(lost).status).toBeUndefined()
  const again = lazy.load()
  expect(again).not.toBe(lost)
  expect(await again).toBe("here")
  expect(read(again)).toEqual({ status: "fulfilled", value: "here" })
})
