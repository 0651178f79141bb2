import { describe, expect, it } from "vitest"
import { type Compared, visitCommand } from "../../src/runtime/hooks/use-operation.ts"

const unopened: Compared = {
  isOpened: false,
  isOpen: false,
  isSending: false,
  isChanged: true,
  isFollowing: false,
}
const opened: Compared = { ...unopened, isOpened: true }

describe("a page", () => {
  it("opens its operation once per visit, in any tab", () => {
    for (const isFollowing of [false, true]) {
      expect(visitCommand({ ...unopened, isFollowing })).toBe("open")
      expect(visitCommand({ ...opened, isChanged: false, isFollowing })).toBeNull()
    }
  })

  it("opens neither what is open for its visit nor what is being sent", () => {
    expect(visitCommand({ ...unopened, isOpen: true })).toBeNull()
    expect(visitCommand({ ...unopened, isSending: true })).toBeNull()
  })

  it("informs its operation of changed facts only, and leaves that to the tab that leads", () => {
    expect(visitCommand(opened)).toBe("inform")
    expect(visitCommand({ ...opened, isFollowing: true })).toBeNull()
    expect(visitCommand({ ...opened, isChanged: false })).toBeNull()
  })
})
