import { describe, expect, it } from "vitest"
import { acceptOf, fileChoice, imageChoice, videoChoice } from "../../src/domain/choice.ts"
import * as limits from "../../src/domain/limits.ts"
import * as memberLimits from "../../src/domain/member-limits.ts"
import { designPx, designRemPx } from "../../src/domain/units.ts"

it("the constants of the specification are what it says", () => {
  expect({ ...limits, ...memberLimits }).toMatchObject({
    APP_VERSION: "1.0.2",
    REQUEST_TIMEOUT_MS: 10_000,
    FRAMEWORK_TIMEOUT_MS: 60_000,
    RETRY_LIMIT: 2,
    RETRY_DELAY_MS: 1_000,
    LOADING_DELAY_MS: 800,
    TOAST_DURATION_MS: 1_500,
    TOAST_ICONS: ["success", "loading", "none", "error"],
    PAGE_LOADING_DELAY_MS: 200,
    PAGE_LOAD_TIMEOUT_MS: 60_000,
    LONG_PRESS_MS: 350,
    LONG_PRESS_MOVE_PX: 10,
    REACH_BOTTOM_RETRIGGER_MS: 350,
    REACH_BOTTOM_DISTANCE_PX: 50,
    SCROLL_THRESHOLD_PX: 50,
    PULL_TO_REFRESH_PX: 45,
    SWIPER_INTERVAL_MS: 5_000,
    SWIPER_DURATION_MS: 500,
    DESIGN_WIDTH: 750,
    BASE_DEVICE_WIDTH_PX: 375,
    MAX_DEVICE_WIDTH_PX: 960,
    MODAL_CONFIRM_COLOR: "#007aff",
    IMAGE_COUNT: 9,
    INPUT_MAX_LENGTH: 140,
    AMOUNT_DECIMALS: 2,
    STORAGE_PREFIX: "app_",
    LOCALES: ["zh", "en", "ja", "pt", "es", "de", "fr", "vn", "hl", "it"],
    DEFAULT_LOCALE: "en",
    FRAMEWORK_LOCALES: ["en", "fr", "es", "zh-Hans", "zh-Hant"],
    CURRENCY: "NGN",
    TOKEN_INVALID_REDIRECT_MS: 500,
    VIDEO_RATES: [0.5, 0.8, 1, 1.25, 1.5, 2],
    HTTP_METHODS: ["GET", "OPTIONS", "HEAD", "POST", "PUT", "DELETE", "TRACE", "CONNECT", "PATCH"],
  })
})

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
