import { expect, it } from "vitest"
import * as limits from "../../src/domain/limits.ts"

it("the constants of the specification have the values of its section 9", () => {
  expect(limits).toMatchObject({
    APP_VERSION: "1.0.2",
    APP_VERSION_CODE: 102,
    CONFIGURATION_VERSION: "1.3.2",
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
  })
})

it.each([
  ["LAST_KNOWN_BYTES", 262_144],
  ["LAST_KNOWN_MS", 604_800_000],
  ["TAB_STREAM_MS", 604_800_000],
  ["PHOTO_MAX_BYTES", 41_943_040],
  ["UPLOAD_MAX_BYTES", 5_242_880],
  ["BODY_MAX_BYTES", 65_536],
  ["MODAL_CANCEL_COLOR", "#000"],
] as const)("%s, which is of our own, is %s", (name, value) => {
  expect(limits).toHaveProperty(name, value)
})

it("an id has up to 64 letters, digits, dashes and underscores, and nothing else", () => {
  const { ID_PATTERN } = limits
  for (const id of ["a", "aZ_-09", "x".repeat(64)]) expect(id).toMatch(ID_PATTERN)
  for (const id of ["", "x".repeat(65), "../a", "a/b", "a b", "é"]) expect(id).not.toMatch(ID_PATTERN)
})
