import { describe, expect, it } from "vitest"
import { pageCommandOf } from "../../src/runtime/hooks/use-operation.ts"

const command = (isOpened: boolean, isChanged: boolean, isFollowing: boolean) =>
  pageCommandOf({ isOpened, isChanged: isChanged, isFollowing })

describe("the command that a page sends without the member", () => {
  it("opens the machine once per visit, in any tab", () => {
    for (const isFollowing of [false, true])
      for (const isChanged of [false, true]) expect(command(false, isChanged, isFollowing)).toBe("open")
  })

  it("informs the machine of changed facts only", () => {
    expect(command(true, true, false)).toBe("inform")
    expect(command(true, false, false)).toBeNull()
  })

  it("leaves informing to the leader", () => {
    expect(command(true, true, true)).toBeNull()
  })
})
