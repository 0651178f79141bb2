import { expect, it } from "vitest"
import * as limits from "../../src/domain/limits.ts"

it("the constants of the specification have the values of its section 9", () => {
  expect(limits).toMatchObject({
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
  })
})
