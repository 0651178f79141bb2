import { describe, expect, it } from "vitest"
import { holdsWords, searchText, searchWords } from "../../src/devtools/search-text.ts"

describe("the search of the console", () => {
  const event = { type: "order.change", field: "stake", value: "250.00", token: "eyJh.eyJi.c2ln" }

  it("finds each word in the name or in the content, in any case", () => {
    expect(holdsWords(searchWords("ORDER 250.00"), "order.change order", event)).toBe(true)
    expect(holdsWords(searchWords("order 251"), "order.change order", event)).toBe(false)
    expect(holdsWords(searchWords("  "), "order.change order", event)).toBe(true)
  })

  it("cannot be used to guess a secret", () => {
    expect(holdsWords(searchWords("eyjh"), "order.change order", event)).toBe(false)
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
    expect([1, 2, 3].map(() => holdsWords(["b"], "name", value))).toEqual([true, true, true])
    expect(reads).toBe(1)
  })
})
