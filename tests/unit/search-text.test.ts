import { describe, expect, it } from "vitest"
import { createSearchText, holdsWords, searchWords } from "../../packages/console/src/redact.ts"
import { redact } from "../../src/journal/redact.ts"

const searchText = createSearchText(redact)

describe("the search of the console", () => {
  const event = { type: "order.change", field: "stake", value: "250.00", token: "eyJh.eyJi.c2ln" }

  it("finds each word in the name or in the content, in any case", () => {
    expect(holdsWords(searchWords("ORDER 250.00"), "order.change order", () => searchText(event))).toBe(true)
    expect(holdsWords(searchWords("order 251"), "order.change order", () => searchText(event))).toBe(false)
    expect(holdsWords(searchWords("  "), "order.change order", () => searchText(event))).toBe(true)
  })

  it("cannot be used to guess a secret", () => {
    expect(holdsWords(searchWords("eyjh"), "order.change order", () => searchText(event))).toBe(false)
    expect(searchText(event)).toContain("[redacted]")
  })

  it("reads the content once", () => {
    let reads = 0
    const value = {
      get text() {
        reads += 1
        return "abc"
      },
    }
    expect([1, 2, 3].map(() => holdsWords(["b"], "name", () => searchText(value)))).toEqual([
      true,
      true,
      true,
    ])
    expect(reads).toBe(1)
  })
})
