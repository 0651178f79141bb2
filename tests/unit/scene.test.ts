import { describe, expect, it } from "vitest"
import { withLeaving } from "../../src/app/page-turn.ts"
import { type Ahead, openingScene, placesOf, type Scene, sceneOf } from "../../src/app/scene.ts"
import type { View } from "../../src/app/view.ts"
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

const viewOf = (...entries: readonly Entry[]): View => ({ entries, top: entries.at(-1), isMember: true })

const home = entryOf("a.0", "home", 0)
const market = entryOf("a.1", "market", 1)
const ahead: readonly Ahead[] = ["home", "market", "trade"].map((name) => ({ name, path: `/${name}` }))

const keysOf = (scene: Scene): readonly (readonly [string, string | null])[] =>
  placesOf(scene, ahead).map(({ name, key, id }) => [`${name}: ${key}`, id])

const atHome = openingScene(viewOf(home))

describe("pages drawn ahead", () => {
  it("have a place each, but for those that are alive", () => {
    expect(keysOf(atHome)).toEqual([
      ["home: a.0", "a.0"],
      ["market: market 0", null],
      ["trade: trade 0", null],
    ])
    expect(placesOf(atHome, [])).toHaveLength(1)
  })

  it("keep their place when they are visited, and no place passes another", () => {
    const visited = sceneOf(atHome, viewOf(home, market), "none", ahead)
    expect(keysOf(visited)).toEqual([
      ["home: a.0", "a.0"],
      ["market: market 0", "a.1"],
      ["trade: trade 0", null],
    ])
    const back = sceneOf(visited, { entries: [home, market], top: home, isMember: true }, "swap", ahead)
    expect(keysOf(back)).toEqual(keysOf(visited))
  })

  it("are others after the page was closed: nothing of a closed page comes back", () => {
    const visited = sceneOf(atHome, viewOf(home, market), "none", ahead)
    const relaunched = sceneOf(visited, viewOf(entryOf("a.2", "home", 2)), "none", ahead)
    expect(keysOf(relaunched)).toContainEqual(["market: market 1", null])
    const again = sceneOf(
      relaunched,
      viewOf(entryOf("a.2", "home", 2), entryOf("a.3", "market", 3)),
      "none",
      ahead,
    )
    expect(keysOf(again)).toContainEqual(["market: market 1", "a.3"])
  })

  it("do not take the place of a page that is still alive, or that was only begun", () => {
    const visited = sceneOf(atHome, viewOf(home, market), "none", ahead)
    const other = sceneOf(visited, viewOf(entryOf("a.2", "market", 2)), "none", ahead)
    expect(keysOf(other)).toContainEqual(["market: a.2", "a.2"])
    const begun = sceneOf(atHome, viewOf(home, { ...market, status: "loading" }), "none", ahead)
    const loaded = sceneOf(begun, viewOf(home, market), "none", ahead)
    expect(keysOf(loaded)).toContainEqual(["market: a.1", "a.1"])
  })

  it("stay where they are while the page they became is about to go", () => {
    const visited = sceneOf(atHome, viewOf(home, market), "none", ahead)
    const next = sceneOf(visited, viewOf(entryOf("a.2", "home", 2)), "none", ahead)
    expect(keysOf(withLeaving(visited, next))).toContainEqual(["market: market 0", "a.1"])
  })
})
