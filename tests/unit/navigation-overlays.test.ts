import { afterEach, describe, expect, it } from "vitest"
import { markOf } from "../../src/navigation/history.ts"
import { urlOf } from "../../src/navigation/routes.ts"
import { NavigationHouse, type NavigationHouseOptions } from "../support/navigation-host.ts"

const WALLET = urlOf("wallet")

let last: NavigationHouse | undefined
const begin = async (options: Partial<NavigationHouseOptions> = {}): Promise<NavigationHouse> => {
  last = new NavigationHouse({ routes: null, ...options }).start()
  await last.settle()
  return last
}
afterEach(() => last?.stop())

describe("back, while something lies over the page,", () => {
  it("closes that first, the browser's back too", async () => {
    const house = await begin()
    await house.call("navigateTo", WALLET)
    for (const overlay of ["a", "b"]) house.send({ type: "navigation.openOverlay", overlay, at: 0 })
    expect(await house.back()).toMatchObject({ ok: true, reason: "overlay-closed" })
    house.history.go(-1)
    await house.settle()
    expect(house.log.filter((told) => told.type === "navigation.overlayDismissed")).toEqual([
      { type: "navigation.overlayDismissed", overlay: "b" },
      { type: "navigation.overlayDismissed", overlay: "a" },
    ])
    expect(house.stack()).toEqual(["home", "wallet"])
    expect(house.history.url()).toBe(WALLET)
    house.history.go(-1)
    await house.settle()
    expect(house.stack()).toEqual(["home"])
  })

  it("closes it on the first page of all too, and a reload leaves nothing of it", async () => {
    const house = await begin()
    const depth = (): unknown => markOf(house.history.state())?.depth
    const overlay = "a"
    house.send({ type: "navigation.openOverlay", overlay, at: 0 })
    await house.settle()
    expect([house.history.length, depth()]).toEqual([2, 2])
    house.history.go(-1)
    await house.settle()
    expect(house.log.at(-1)).toEqual({ type: "navigation.overlayDismissed", overlay })
    expect([house.stack(), depth()]).toEqual([["home"], 1])
    house.history.go(1)
    await house.settle()
    expect([house.stack(), depth()]).toEqual([["home"], 1])

    house.send({ type: "navigation.openOverlay", overlay, at: 0 })
    await house.settle()
    house.send({ type: "navigation.closeOverlay", overlay, at: 0 })
    await house.settle()
    expect([house.stack(), depth()]).toEqual([["home"], 1])

    house.send({ type: "navigation.openOverlay", overlay, at: 0 })
    await house.settle()
    house.stop()
    const options = { routes: null, member: true, history: house.history, past: house.received }
    const again = new NavigationHouse(options).start()
    await again.settle()
    expect([again.stack(), depth(), again.history.url()]).toEqual([["home"], 1, house.history.url()])
    await again.call("navigateTo", WALLET)
    await again.settle()
    expect([again.history.length, depth()]).toEqual([2, 2])
  })
})
