import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  accentProblem,
  accentTokens,
  appearanceOf,
  OWN_APPEARANCE,
  storedAppearance,
  TAB_IDS,
  tabOrderOf,
  tabOrderProblem,
  tabPath,
} from "../../src/domain/appearance.ts"
import { type Channels, channelsOf, contrast } from "../../src/domain/colour.ts"
import { appTokens, channelsOfToken } from "../support/colour.ts"

const themes = ["light", "dark"] as const

/** A colour of tokens.css, or of the accent instead. */
const colourOf = (name: string, theme: (typeof themes)[number], accent: Record<string, string>): Channels => {
  const own = /^light-dark\((#\w+), (#\w+)\)$/.exec(accent[`--${name}`] ?? "")
  const hex = own?.[theme === "light" ? 1 : 2]
  const token = appTokens.get(name)
  if (token === undefined) throw new Error(`no token ${name}`)
  const found = hex === undefined ? channelsOfToken(token[theme]) : channelsOf(hex)
  if (found === null) throw new Error(`no colour ${hex}`)
  return found
}

const pairs = [
  ...["ground", "surface", "raised", "sunken", "accent-soft"].map((back) => ["accent", back] as const),
  ...["accent-fill", "accent-press", "accent"].map((back) => ["on-accent", back] as const),
  ...["ink", "ink-2", "ink-3", "green", "red"].map((front) => [front, "accent-soft"] as const),
]

const hexes = fc
  .integer({ min: 0, max: 0xffffff })
  .map((colour) => `#${colour.toString(16).padStart(6, "0")}`)

describe("an accent", () => {
  it("that is taken can be read, and be read on, in both themes", () => {
    let taken = 0
    fc.assert(
      fc.property(hexes, (hex) => {
        if (accentProblem(hex) !== null) return
        taken += 1
        const accent = accentTokens(hex)
        for (const theme of themes)
          for (const [front, back] of pairs) {
            const [one, other] = [colourOf(front, theme, accent), colourOf(back, theme, accent)]
            expect(contrast(one, other), `${hex} ${theme} ${front} ${back}`).toBeGreaterThanOrEqual(4.45)
          }
      }),
      { numRuns: 500 },
    )
    expect(taken).toBeGreaterThan(100)
  })

  it("is lighter in the dark theme, darker when pressed, and blended with the surface when soft", () => {
    expect(accentTokens("#7a1f5c")).toEqual({
      "--accent": "light-dark(#7a1f5c, #be92b0)",
      "--accent-fill": "light-dark(#7a1f5c, #be92b0)",
      "--accent-press": "light-dark(#681a4e, #c69fb9)",
      "--accent-soft": "light-dark(#f7f2f5, #2a2d34)",
    })
  })

  it("that cannot be read is refused, with its nearest tone that can", () => {
    const problem = accentProblem("#ffcc00")
    expect(problem?.contrast).toBeLessThan(4.5)
    expect(accentProblem(problem?.readable ?? "")).toBeNull()
    expect(accentTokens("#ffcc00")).toEqual({})
    for (const malformed of ["", "teal", "#12", "#12345g", "url(x)"]) {
      expect(accentProblem(malformed)).toBeUndefined()
      expect(accentTokens(malformed)).toEqual({})
    }
  })
})

describe("an order of the tab bar", () => {
  const paths = TAB_IDS.map(tabPath)

  it.each([
    [["home", "optional", "trade", "hold", "home"], "tabBar page /pages/tabbar/home/index already exists"],
    [["home", "optional", "trade", "hold", "wallet"], "page /pages/tabbar/wallet/index is not found"],
    [["home", "optional", "trade", "hold"], "The tab bar needs every tab page"],
    [["trade", "home", "optional", "hold", "my"], "The button of trade stands in the middle"],
    [[], "The tab bar needs every tab page"],
  ] as const)("%j is refused, and the app keeps its own", (ids, problem) => {
    expect(tabOrderProblem(ids.map(tabPath))).toContain(problem)
    expect(tabOrderOf(ids.map(tabPath))).toEqual(TAB_IDS)
  })

  it("has every tab page once and trade in the middle", () => {
    expect(tabOrderProblem(paths)).toBeNull()
    expect(tabOrderOf(paths.toReversed())).toEqual(TAB_IDS.toReversed())
  })
})

describe("the appearance", () => {
  const configured = {
    logo: "/brand/logo-0123456789abcdef.webp",
    icon: "/icon.svg",
    style: { accent: "#7a1f5c" },
    tabbar: { pages: ["my", "hold", "trade", "optional", "home"].map(tabPath) },
  }
  const known = {
    logo: configured.logo,
    icon: null,
    accent: "#7a1f5c",
    tabs: ["my", "hold", "trade", "optional", "home"],
  }

  it("survives on the device as it was configured", () => {
    expect(appearanceOf(configured)).toEqual(known)
    expect(storedAppearance(JSON.parse(JSON.stringify(known)))).toEqual(known)
    const icon = "/brand/icon-0123456789abcdef.webp"
    expect(storedAppearance({ ...known, icon })).toEqual({ ...known, icon })
  })

  it.each([
    undefined,
    null,
    "x",
    { logo: "https://evil.example/a.webp", icon: "javascript:alert(1)", accent: "red", tabs: ["home"] },
    { logo: `https://evil.example${configured.logo}`, icon: `${configured.logo}?x`, accent: ["#7a1f5c"] },
    { logo: 5, icon: {}, accent: null, tabs: [5, {}, null, "my", "hold"] },
  ])("is the app's own where the device kept %j", (stored) => {
    expect(storedAppearance(stored)).toEqual(OWN_APPEARANCE)
  })
})
