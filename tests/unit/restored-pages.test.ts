import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { RestoredNavigation } from "../../src/navigation/restored-pages.ts"
import { urlOf } from "../../src/navigation/routes.ts"
import { NavigationHost } from "../support/navigation-host.ts"

const isKept = Schema.is(RestoredNavigation)

/** The context as stored in the journal. */
const kept = (app: NavigationHost): typeof RestoredNavigation.Type =>
  JSON.parse(JSON.stringify(app.actor.getSnapshot().context))

const wanderer = async (): Promise<NavigationHost> => {
  const app = new NavigationHost({ routes: null, member: true, open: urlOf("home") }).start()
  await app.settle()
  await app.call("switchTab", urlOf("market"))
  await app.call("navigateTo", urlOf("product", { id: "aapl" }))
  await app.call("navigateTo", urlOf("wallet"))
  return app
}

describe("the stored page stack", () => {
  it("is accepted with pages above tabs, a loading page, an unknown page and the login page", async () => {
    const app = await wanderer()
    expect(kept(app).pages.stack.map(({ name }) => name)).toEqual(["market", "product", "wallet"])
    expect(isKept(kept(app))).toBe(true)
    void app.call("navigateTo", urlOf("credit"))
    expect(kept(app).call).toMatchObject({ method: "navigateTo", url: urlOf("credit") })
    expect(isKept(kept(app))).toBe(true)
    app.stop()
    for (const open of ["/nowhere?a=1", "/", "/pages/login/login?x=1"]) {
      const other = new NavigationHost({ routes: null, member: false, open }).start()
      expect(isKept(kept(other)), open).toBe(true)
      other.stop()
    }
  })

  it("is refused if a page contradicts the route table or a field has another form", async () => {
    const app = await wanderer()
    const whole = kept(app)
    app.stop()
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
