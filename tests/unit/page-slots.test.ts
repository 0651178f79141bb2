import { describe, expect, it } from "vitest"
import {
  initialSlots,
  nextSlots,
  type PageSlots,
  type PrerenderedPage,
  prerenderOrder,
  type StackView,
  slotsOf,
} from "../../src/app/page-slots.ts"
import { withLeavingPages } from "../../src/app/page-transition.ts"
import type { Entry } from "../../src/navigation/stack.ts"

const entryOf = (id: string, name: string, order: number): Entry => ({
  id,
  order,
  name,
  path: `/${name}`,
  url: `/${name}`,
  tab: true,
  status: "loaded",
  shown: true,
  held: false,
})

const viewOf = (...entries: readonly Entry[]): StackView => ({ entries, top: entries.at(-1), isMember: true })

const home = entryOf("a.0", "home", 0)
const market = entryOf("a.1", "market", 1)
const prerendered: readonly PrerenderedPage[] = ["home", "market", "trade"].map((name) => ({
  name,
  path: `/${name}`,
}))

const keysOf = (slots: PageSlots): readonly (readonly [string, string | null])[] =>
  slotsOf(slots, prerendered).map(({ name, key, id }) => [`${name}: ${key}`, id])

const atHome = initialSlots(viewOf(home))

describe("prerendered pages", () => {
  it("have a slot each, unless a page of their name is open", () => {
    expect(keysOf(atHome)).toEqual([
      ["home: a.0", "a.0"],
      ["market: market 0", null],
      ["trade: trade 0", null],
    ])
    expect(slotsOf(atHome, [])).toHaveLength(1)
  })

  it("keep their slot when they are visited, and the order of slots does not change", () => {
    const visited = nextSlots(atHome, viewOf(home, market), "none", prerendered)
    expect(keysOf(visited)).toEqual([
      ["home: a.0", "a.0"],
      ["market: market 0", "a.1"],
      ["trade: trade 0", null],
    ])
    const back = nextSlots(
      visited,
      { entries: [home, market], top: home, isMember: true },
      "swap",
      prerendered,
    )
    expect(keysOf(back)).toEqual(keysOf(visited))
  })

  it("get a new slot after their page was closed, so that no state of it returns", () => {
    const visited = nextSlots(atHome, viewOf(home, market), "none", prerendered)
    const relaunched = nextSlots(visited, viewOf(entryOf("a.2", "home", 2)), "none", prerendered)
    expect(keysOf(relaunched)).toContainEqual(["market: market 1", null])
    const again = nextSlots(
      relaunched,
      viewOf(entryOf("a.2", "home", 2), entryOf("a.3", "market", 3)),
      "none",
      prerendered,
    )
    expect(keysOf(again)).toContainEqual(["market: market 1", "a.3"])
  })

  it("do not replace a page that is still open or still loading", () => {
    const visited = nextSlots(atHome, viewOf(home, market), "none", prerendered)
    const other = nextSlots(visited, viewOf(entryOf("a.2", "market", 2)), "none", prerendered)
    expect(keysOf(other)).toContainEqual(["market: a.2", "a.2"])
    const loading = nextSlots(atHome, viewOf(home, { ...market, status: "loading" }), "none", prerendered)
    const loaded = nextSlots(loading, viewOf(home, market), "none", prerendered)
    expect(keysOf(loaded)).toContainEqual(["market: a.1", "a.1"])
  })

  it("keep their slot while their page is closing", () => {
    const visited = nextSlots(atHome, viewOf(home, market), "none", prerendered)
    const next = nextSlots(visited, viewOf(entryOf("a.2", "home", 2)), "none", prerendered)
    expect(keysOf(withLeavingPages(visited, next))).toContainEqual(["market: market 0", "a.1"])
  })
})

describe("pages that render before they are visited", () => {
  it("begin with those that are not on the screen", () => {
    const pages: readonly PrerenderedPage[] = ["home", "market", "hold"].map((name) => ({
      name,
      path: `/${name}`,
    }))
    const namesFor = (shown: string) => prerenderOrder(pages, shown).map(({ name }) => name)
    expect(namesFor("/home")).toEqual(["market", "hold", "home"])
    expect(namesFor("/order")).toEqual(["home", "market", "hold"])
  })
})
