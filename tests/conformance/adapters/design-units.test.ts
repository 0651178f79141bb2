import { describe, expect, it } from "vitest"
import { designPx, designRemPx } from "./design-units.ts"

describe("design units", () => {
  it.each([
    [320, 13.6533, [320, 160, 42, 1, -42, 0, 12]],
    [375, 16, [375, 187, 50, 1, -50, 0, 15]],
    [960, 40.96, [960, 480, 128, 1, -128, 0, 38]],
    [961, 16, [961, 187, 50, 1, -50, 0, 15]],
    [2560, 16, [2560, 187, 50, 1, -50, 0, 15]],
  ])("at a width of %i px", (widthPx, root, px) => {
    expect(designRemPx(widthPx)).toBeCloseTo(root, 4)
    expect([750, 375, 100, 1, -100, 0, "30"].map((units) => designPx(units, { widthPx }))).toEqual(px)
  })

  it("never become 0, and are half a px on a screen that can draw it", () => {
    expect(designPx(0.001, { widthPx: 375 })).toBe(1)
    expect(designPx(-1, { widthPx: 375 })).toBe(-1)
    expect(designPx(1, { widthPx: 375, hasHairline: true })).toBe(0.5)
    expect(designPx("x", { widthPx: 375 })).toBeNaN()
  })
})
