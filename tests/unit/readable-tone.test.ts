import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { contrast as contrastOf, readableTone } from "../../src/domain/colour.ts"
import { MODAL_CONFIRM_COLOR } from "../../src/domain/limits.ts"
import { RAISED, readableFill } from "../../src/ui/Modal.tsx"
import { appTokens, channelsOfToken, contrast } from "../support/colour.ts"

const raised = appTokens.get("raised")

const channelsOf = (hex: string): readonly number[] =>
  [1, 3, 5].map((from) => Number.parseInt(hex.slice(from, from + 2), 16))

const luminance = (hex: readonly number[]): number => {
  const [red = 0, green = 0, blue = 0] = hex.map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const ratio = (hex: string, ground: readonly number[]): number => {
  const [a, b] = [luminance(channelsOf(hex)), luminance(ground)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** The hue in degrees; null for a grey. */
const hue = (hex: string): number | null => {
  const [red = 0, green = 0, blue = 0] = channelsOf(hex)
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)]
  if (most - least < 24) return null
  const span = most - least
  const sixth =
    most === red ? (green - blue) / span : most === green ? 2 + (blue - red) / span : 4 + (red - green) / span
  return (sixth * 60 + 360) % 360
}

const hex = fc.integer({ min: 0, max: 0xffffff }).map((colour) => `#${colour.toString(16).padStart(6, "0")}`)

describe("a readable tone", () => {
  it("is measured on the background of dialogs", () => {
    expect(raised && channelsOfToken(raised.light)).toEqual([...RAISED.light])
    expect(raised && channelsOfToken(raised.dark)).toEqual([...RAISED.dark])
    expect(raised && contrast(raised.light, raised.dark)).toBeGreaterThan(7)
  })

  it("of the default confirm colour is darker in the light theme, and not darker in the dark one", () => {
    const day = readableTone(MODAL_CONFIRM_COLOR, RAISED.light) ?? ""
    const night = readableTone(MODAL_CONFIRM_COLOR, RAISED.dark) ?? ""
    expect(ratio(MODAL_CONFIRM_COLOR, RAISED.light)).toBeLessThan(4.5)
    expect(luminance(channelsOf(day))).toBeLessThan(luminance(channelsOf(MODAL_CONFIRM_COLOR)))
    expect(luminance(channelsOf(night))).toBeGreaterThanOrEqual(luminance(channelsOf(MODAL_CONFIRM_COLOR)))
    expect(readableFill(MODAL_CONFIRM_COLOR)).toBe(`light-dark(${day}, ${night})`)
  })

  it("is the colour itself if that is readable", () => {
    expect(readableTone("#0044AA", RAISED.light)).toBe("#0044aa")
    expect(readableTone("#fff", RAISED.dark)).toBe("#ffffff")
    // black is further from this grey than white is, and white is readable
    expect(readableTone("#fff", [118, 118, 118])).toBe("#ffffff")
  })

  it("is found by the contrast of WCAG 2", () => {
    expect(contrastOf([0, 0, 0], [255, 255, 255])).toBeCloseTo(21, 9)
    expect(contrastOf([118, 118, 118], [118, 118, 118])).toBe(1)
  })

  it("of any colour is readable, as near as possible, and of the same hue", () => {
    fc.assert(
      fc.property(hex, fc.constantFrom(RAISED.light, RAISED.dark), (colour, ground) => {
        const tone = readableTone(colour, ground) ?? ""
        expect(ratio(tone, ground)).toBeGreaterThanOrEqual(4.5)
        if (ratio(colour, ground) >= 4.5) expect(tone).toBe(colour)
        else expect(ratio(tone, ground)).toBeLessThan(4.8)
        const [before, after] = [hue(colour), hue(tone)]
        if (before === null || after === null) return
        const apart = Math.abs(before - after)
        expect(Math.min(apart, 360 - apart)).toBeLessThan(6)
      }),
    )
  })

  it.each(["", "red", "#12", "#12345", "rgb(0,0,0)", "#007aff;}", "x#007aff", "javascript:1"])(
    "of %o there is none",
    (colour) => {
      expect(readableTone(colour, RAISED.light)).toBeNull()
      expect(readableFill(colour)).toBeUndefined()
    },
  )
})
