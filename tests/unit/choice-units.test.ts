import { describe, expect, it } from "vitest"
import { acceptOf, fileChoice, imageChoice, videoChoice } from "../../src/domain/choice.ts"
import { designPx, designRemPx } from "../../src/domain/units.ts"

describe("choosing images, files and a video", () => {
  it.each([
    [undefined, 9],
    [0, 9],
    [-1, 9],
    [Number.NaN, 9],
    [1, 1],
    [10, 10],
  ])("takes %s images as %i", (count, taken) =>
    expect(imageChoice({ count })).toMatchObject({ choice: { count: taken } }),
  )

  it("has defaults for all that is not said", () => {
    const sourceType = ["album", "camera"]
    expect(imageChoice({})).toEqual({
      ok: true,
      choice: { count: 9, sizeType: ["original", "compressed"], sourceType, extension: ["*"] },
    })
    expect(fileChoice({ type: "music" })).toEqual({
      ok: true,
      choice: { count: 100, type: "all", sourceType, extension: ["*"] },
    })
    expect(videoChoice({})).toEqual({
      ok: true,
      choice: { compressed: true, maxDuration: 60, camera: "back", sourceType, extension: ["*"] },
    })
  })

  it("refuses a list of no endings", () => {
    for (const choose of [imageChoice, fileChoice, videoChoice])
      expect(choose({ extension: [] })).toEqual({ ok: false, detail: "param extension should not be empty." })
  })

  it.each([
    [[".jpg", "png"], "image", "image/jpeg,image/png"],
    [["jpg", "jpeg"], "image", "image/jpeg"],
    [["image/webp"], "image", "image/webp"],
    [["mp4"], "video", "video/mp4"],
    [["pdf", ".TXT"], "all", ".pdf,.txt"],
    [["*"], "image", "image/*"],
    [["*"], "all", ""],
    [[""], "image", "image/*"],
    [[""], "all", ""],
  ] as const)("accepts %j of %s as %j", (extension, type, accept) =>
    expect(acceptOf(extension, type)).toBe(accept),
  )
})

describe("lengths of the design", () => {
  it.each([
    [320, 13.6533, [320, 160, 42, 1, -42, 0, 12]],
    [375, 16, [375, 187, 50, 1, -50, 0, 15]],
    [960, 40.96, [960, 480, 128, 1, -128, 0, 38]],
    [961, 16, [961, 187, 50, 1, -50, 0, 15]],
    [2560, 16, [2560, 187, 50, 1, -50, 0, 15]],
  ])("on %i px", (widthPx, root, px) => {
    expect(designRemPx(widthPx)).toBeCloseTo(root, 4)
    expect([750, 375, 100, 1, -100, 0, "30"].map((units) => designPx(units, { widthPx }))).toEqual(px)
  })

  it("are never nothing, and half a px where that can be drawn", () => {
    expect(designPx(0.001, { widthPx: 375 })).toBe(1)
    expect(designPx(-1, { widthPx: 375 })).toBe(-1)
    expect(designPx(1, { widthPx: 375, hasHairline: true })).toBe(0.5)
    expect(designPx("x", { widthPx: 375 })).toBeNaN()
  })
})
