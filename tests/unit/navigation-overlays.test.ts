import { afterEach, describe, expect, it } from "vitest"
import { markOf } from "../../src/navigation/history.ts"
import { urlOf } from "../../src/navigation/routes.ts"
import { NavigationHost, type NavigationHostOptions } from "../support/navigation-host.ts"

const WALLET = urlOf("wallet")

let last: NavigationHost | undefined
const begin = async (options: Partial<NavigationHostOptions> = {}): Promise<NavigationHost> => {
  last = new NavigationHost({ routes: null, ...options }).start()
  await last.settle()
  return last
}
afterEach(() => last?.stop())

describe("back, while an overlay is open,", () => {
  it("closes that first, the browser's back too", async () => {
    const app = await begin()
    await app.call("navigateTo", WALLET)
    for (const overlay of ["a", "b"]) app.send({ type: "navigation.openOverlay", overlay, at: 0 })
    expect(await app.back()).toMatchObject({ ok: true, reason: "overlay-closed" })
    app.history.go(-1)
    await app.settle()
    expect(app.log.filter((event) => event.type === "navigation.overlayDismissed")).toEqual([
      { type: "navigation.overlayDismissed", overlay: "b" },
      { type: "navigation.overlayDismissed", overlay: "a" },
    ])
    expect(app.stack()).toEqual(["home", "wallet"])
    expect(app.history.url()).toBe(WALLET)
    app.history.go(-1)
    await app.settle()
    expect(app.stack()).toEqual(["home"])
  })

  it("closes it on the first page of all too, and a reload leaves nothing of it", async () => {
    const app = await begin()
    const depth = (): unknown => markOf(app.history.state())?.depth
    const overlay = "a"
    app.send({ type: "navigation.openOverlay", overlay, at: 0 })
    await app.settle()
    expect([app.history.length, depth()]).toEqual([2, 2])
    app.history.go(-1)
    await app.settle()
    expect(app.log.at(-1)).toEqual({ type: "navigation.overlayDismissed", overlay })
    expect([app.stack(), depth()]).toEqual([["home"], 1])
    app.history.go(1)
    await app.settle()
    expect([app.stack(), depth()]).toEqual([["home"], 1])

    app.send({ type: "navigation.openOverlay", overlay, at: 0 })
    await app.settle()
    app.send({ type: "navigation.closeOverlay", overlay, at: 0 })
    await app.settle()
    expect([app.stack(), depth()]).toEqual([["home"], 1])

    app.send({ type: "navigation.openOverlay", overlay, at: 0 })
    await app.settle()
    app.stop()
    const options = { routes: null, member: true, history: app.history, past: app.received }
    const again = new NavigationHost(options).start()
    await again.settle()
    expect([again.stack(), depth(), again.history.url()]).toEqual([["home"], 1, app.history.url()])
    await again.call("navigateTo", WALLET)
    await again.settle()
    expect([again.history.length, depth()]).toEqual([2, 2])
  })
})
