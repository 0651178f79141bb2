import { describe, expect, it } from "vitest"
import { pageCommandOf } from "../../src/runtime/hooks/use-opened.ts"

const told = (isOpened: boolean, isChanged: boolean, isFollowing: boolean) =>
  pageCommandOf({ isOpened, isChanged: isChanged, isFollowing })

describe("what a page tells its machine by itself", () => {
  it("opens it once for each visit, whichever tab writes", () => {
    for (const isFollowing of [false, true])
      for (const isChanged of [false, true]) expect(told(false, isChanged, isFollowing)).toBe("open")
  })

  it("tells news, and nothing where there is none", () => {
    expect(told(true, true, false)).toBe("inform")
    expect(told(true, false, false)).toBeNull()
  })

  it("leaves news to the tab that writes", () => {
    expect(told(true, true, true)).toBeNull()
  })
})
