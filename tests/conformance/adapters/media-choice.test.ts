import { describe, expect, it } from "vitest"
import { fileChoice, imageChoice, videoChoice } from "./media-choice.ts"

describe("the options of chooseImage, chooseFile and chooseVideo", () => {
  it.each([
    [undefined, 9],
    [0, 9],
    [-1, 9],
    [Number.NaN, 9],
    [1, 1],
    [10, 10],
  ])("turn a count of %s images into %i", (count, taken) =>
    expect(imageChoice({ count })).toMatchObject({ choice: { count: taken } }),
  )

  it("have defaults", () => {
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

  it("refuse an empty list of extensions", () => {
    for (const choose of [imageChoice, fileChoice, videoChoice])
      expect(choose({ extension: [] })).toEqual({ ok: false, detail: "param extension should not be empty." })
  })
})
