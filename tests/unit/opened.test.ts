import { describe, expect, it } from "vitest"
import { tellingOf } from "../../src/runtime/hooks/use-opened.ts"

const told = (isOpened: boolean, isNews: boolean, isFollowing: boolean) =>
  tellingOf({ isOpened, isNews, isFollowing })

describe("what a page tells its machine by itself", () => {
  it("opens it once for each visit, whichever tab writes", () => {
    for (const isFollowing of [false, true])
      for (const isNews of [false, true]) expect(told(false, isNews, isFollowing)).toBe("open")
  })

  it("tells news, and nothing where there is none", () => {
    expect(told(true, true, false)).toBe("news")
    expect(told(true, false, false)).toBeNull()
  })

  it("leaves news to the tab that writes", () => {
    expect(told(true, true, true)).toBeNull()
  })
})
