import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { RestoredNavigation } from "../../src/navigation/restored-pages.ts"
import { urlOf } from "../../src/navigation/routes.ts"
import { NavigationHouse } from "../support/navigation-host.ts"

const isKept = Schema.is(RestoredNavigation)

/** The context as stored in the journal. */
const kept = (house: NavigationHouse): typeof RestoredNavigation.Type =>
  JSON.parse(JSON.stringify(house.actor.getSnapshot().context))

const wanderer = async (): Promise<NavigationHouse> => {
  const house = new NavigationHouse({ routes: null, member: true, open: urlOf("home") }).start()
  await house.settle()
  await house.call("switchTab", urlOf("market"))
  await house.call("navigateTo", urlOf("product", { id: "aapl" }))
  await house.call("navigateTo", urlOf("wallet"))
  return house
}

describe("the stored page stack", () => {
  it("is accepted with pages above tabs, a loading page, an unknown page and the login page", async () => {
    const house = await wanderer()
    expect(kept(house).pages.stack.map(({ name }) => name)).toEqual(["market", "product", "wallet"])
    expect(isKept(kept(house))).toBe(true)
    void house.call("navigateTo", urlOf("credit"))
    expect(kept(house).pending).not.toBeNull()
    expect(isKept(kept(house))).toBe(true)
    house.stop()
    for (const open of ["/nowhere?a=1", "/", "/pages/login/login?x=1"]) {
      const other = new NavigationHouse({ routes: null, member: false, open }).start()
      expect(isKept(kept(other)), open).toBe(true)
      other.stop()
    }
  })

  it("is refused if a page contradicts the route table or a field has another form", async () => {
    const house = await wanderer()
    const whole = kept(house)
    house.stop()
    const [first] = whole.pages.stack
    const withFirst = (change: object) => ({
      ...whole,
      pages: { ...whole.pages, stack: [{ ...first, ...change }] },
    })
    expect(isKept(withFirst({}))).toBe(true)
    const spoilt = [
      withFirst({ name: "nowhere" }),
      withFirst({ path: "/nowhere" }),
      withFirst({ url: "javascript:alert(1)" }),
      withFirst({ tab: false }),
      withFirst({ status: "missing" }),
      withFirst({ status: "flying" }),
      withFirst({ order: "1" }),
      { ...whole, table: { routes: [], homeUrl: "/" } },
      { ...whole, overlays: null },
      { ...whole, outbox: [{ type: "app.show" }] },
      { ...whole, pages: null },
      {},
    ]
    expect(spoilt.filter(isKept)).toEqual([])
  })
})
