import { expect, it } from "vitest"
import { createSecrets } from "../../src/runtime/actors/secrets.ts"

const numbered = () => {
  let made = 0
  return createSecrets(() => {
    made += 1
    return `h${made}`
  })
}

it("a secret is given for its handle, once", () => {
  const secrets = numbered()
  const [first, second] = [secrets.keep("one"), secrets.keep("two")]
  expect([secrets.take(second), secrets.take(first)]).toEqual(["two", "one"])
  expect([secrets.take(second), secrets.take(first), secrets.take("h9")]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

it("of nine that are not taken the oldest is dropped, and a taken one leaves room", () => {
  const secrets = numbered()
  const keepMany = (count: number) => Array.from({ length: count }, () => secrets.keep("secret"))
  const handles = keepMany(8)
  expect(secrets.take(handles[0] ?? "")).toBe("secret")
  const more = keepMany(2)
  expect([...handles, ...more].filter((handle) => secrets.take(handle) === "secret")).toEqual([
    ...handles.slice(2),
    ...more,
  ])
})
