/**
 * Sources that run in a page alone, each with the browser tests that use what it is for: the first notices
 * most. They are end-to-end tests or model runs, which differ in their build and their site. All of them on
 * each change would take days.
 */
const TESTS_BY_SOURCE: Readonly<Record<string, readonly string[]>> = {
  "effects/service-worker-client": ["e2e/pushed-notices", "e2e/new-build"],
  "time-travel-actors": ["e2e/time-travel"],
  "hooks/defer-work": ["e2e/first-load"],
  "hooks/use-candles-watch": ["e2e/purchase", "e2e/offline"],
  "hooks/use-close-order": ["e2e/in-doubt"],
  "hooks/use-code": ["e2e/chart-code"],
  "hooks/use-deposit": ["model/deposit"],
  "hooks/use-feedback": ["model/feedback"],
  "hooks/use-form": ["e2e/bad-input", "e2e/reload", "e2e/identity", "e2e/destinations", "e2e/visitors"],
  "hooks/use-list": ["model/list"],
  "hooks/use-navigation": ["model/navigation"],
  "hooks/use-notices": ["e2e/notices", "e2e/refetch"],
  "hooks/use-operation": ["model/withdrawal", "model/order"],
  "hooks/use-operations-in-doubt": ["e2e/double-tap", "e2e/operations-in-doubt"],
  "hooks/use-order-ticket": [
    "e2e/purchase",
    "e2e/bad-input",
    "e2e/operations-in-doubt",
    "e2e/offline",
    "e2e/reload",
  ],
  "hooks/use-own-image": ["e2e/journey"],
  "hooks/use-page-actor": ["model/close", "model/list"],
  "hooks/use-payment-link": ["e2e/payments"],
  "hooks/use-polling": ["e2e/refetch", "e2e/journey"],
  "hooks/use-positions": ["e2e/one-truth", "e2e/offline-cache"],
  "hooks/use-preferences": ["e2e/appearance", "e2e/languages", "e2e/hidden-amounts"],
  "hooks/use-problem": ["e2e/bad-input"],
  "hooks/use-push": ["e2e/pushed-notices"],
  "hooks/use-query": ["e2e/refetch", "e2e/offline-cache"],
  "hooks/use-quotes": ["e2e/offline", "e2e/one-truth"],
  "hooks/use-refresh-on": ["e2e/refetch", "e2e/one-truth"],
  "hooks/use-removal": ["e2e/destinations"],
  "hooks/use-session": ["e2e/screen-elements", "e2e/two-tabs"],
  "hooks/use-settlement": ["e2e/refetch", "e2e/journey"],
  "hooks/use-settlement-check": ["e2e/forged-proof", "e2e/journey"],
  "hooks/use-share": ["e2e/promote", "e2e/gestures"],
  "hooks/use-upload": ["e2e/identity", "e2e/photos"],
  "hooks/use-wallet": ["e2e/one-truth", "e2e/offline-cache"],
  "hooks/use-watchlist": ["model/watchlist"],
  "hooks/use-wechat": ["e2e/wechat"],
  "hooks/use-withdrawal": ["model/withdrawal"],
}

/** By the name of a test, or by its file. */
export const isModelRun = (test: string): boolean => /^(?:tests\/)?model\//.test(test)

export const browserSources: readonly string[] = Object.keys(TESTS_BY_SOURCE).map(
  (name) => `src/runtime/${name}.ts`,
)

/** The browser tests of a source, nearest first; none where its tests run it in their own process. */
export const browserTestsOf = (source: string): readonly string[] =>
  (TESTS_BY_SOURCE[source.replace(/^src\/runtime\/|\.ts$/g, "")] ?? []).map(
    (name) => `tests/${name}.${isModelRun(name) ? "model" : "test"}.ts`,
  )
