import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { appTokens, contrast, distance, type Eyes, lightOf, type Oklch } from "../support/colour.ts"

const themes = ["light", "dark"] as const

const colour = (name: string, theme: (typeof themes)[number]): Oklch => {
  const pair = appTokens.get(name)
  if (!pair) throw new Error(`no token --${name}`)
  return pair[theme]
}

const TEXT = 4.5
const FIGURE = 7
const EDGE = 3
/** A clearly visible difference in OKLab. */
const APART = 0.1

const grounds = ["ground", "surface", "raised", "sunken"]

/** [foreground, backgrounds, minimum contrast] */
const pairs: readonly (readonly [string, readonly string[], number])[] = [
  ["ink", [...grounds, "accent-soft", "green-soft", "red-soft", "warn-soft", "danger-soft", "thumb"], FIGURE],
  ["ink-2", [...grounds, "accent-soft", "green-soft", "red-soft", "warn-soft", "danger-soft"], TEXT],
  ["ink-3", [...grounds, "accent-soft"], TEXT],
  ["accent", [...grounds, "accent-soft"], TEXT],
  ["green", [...grounds, "green-soft", "accent-soft"], TEXT],
  ["red", [...grounds, "red-soft", "accent-soft"], TEXT],
  ["green-figure", ["ground", "surface"], FIGURE],
  ["red-figure", ["ground", "surface"], FIGURE],
  ["warn", [...grounds, "warn-soft"], TEXT],
  ["danger", [...grounds, "danger-soft"], TEXT],
  ["on-accent", ["accent-fill", "accent-press", "accent", "green-fill", "red-fill"], TEXT],
  ["surface", ["ink", "danger"], TEXT],
  ["edge", ["ground", "surface", "raised", "sunken"], EDGE],
  ["focus", ["ground", "surface", "raised", "sunken"], EDGE],
]

describe("the colours of tokens.css", () => {
  it("are all found", () => {
    expect(appTokens.size).toBeGreaterThan(25)
    expect(contrast([1, 0, 0], [0, 0, 0])).toBeCloseTo(21, 1)
    expect(() => colour("none-such", "light")).toThrow("no token")
  })

  it.each(themes)("can be read on what they are drawn on (%s)", (theme) => {
    const found = pairs.flatMap(([front, backs, least]) =>
      backs.map((back) => ({
        front,
        back,
        least,
        ratio: contrast(colour(front, theme), colour(back, theme)),
      })),
    )
    expect(found.filter(({ ratio, least }) => ratio < least)).toEqual([])
  })

  it.each(themes)("are all inside the sRGB gamut (%s)", (theme) => {
    const outside = [...appTokens.keys()].filter((name) =>
      lightOf(colour(name, theme)).some((channel) => channel < -0.012 || channel > 1.012),
    )
    expect(outside).toEqual([])
  })
})

const eyes: readonly Eyes[] = ["none", "protanopia", "deuteranopia"]
const marketPairs = [
  ["green", "red"],
  ["green-figure", "red-figure"],
  ["green-fill", "red-fill"],
] as const

it.each(themes)("the colours of up and down differ for every eye (%s)", (theme) => {
  const alike = eyes.flatMap((eye) =>
    marketPairs.filter(([up, down]) => distance(colour(up, theme), colour(down, theme), eye) < APART),
  )
  expect(alike).toEqual([])
})

it("up and down change places where red means up, as chosen or by the language", () => {
  const rule =
    /:root\[data-colours="red-up"\],\s+:root:is\(:lang\(zh\), :lang\(ja\)\):not\(\[data-colours="green-up"\]\) \{([^}]*)\}/
  const swapped = rule.exec(readFileSync("src/styles/tokens.css", "utf8"))?.[1] ?? ""
  const parts = ["", "-figure", "-fill", "-soft"]
  for (const part of parts) {
    expect(swapped).toContain(`--up${part}: var(--red${part});`)
    expect(swapped).toContain(`--down${part}: var(--green${part});`)
  }
})
