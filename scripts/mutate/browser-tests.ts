/**
 * Sources that run in a page alone, each with the files of tests/e2e that use what it is for: the first
 * notices most. All browser tests on each change would take days.
 */
const TESTS_BY_SOURCE: Readonly<Record<string, readonly string[]>> = {
  "effects/before-paint": ["first-load"],
  "effects/browser-actors": ["forged", "offline"],
  "effects/browser-push": ["pushed-notices"],
  "effects/first-paint": ["early-calls", "first-load"],
  "effects/installed-builds": ["new-build"],
  "effects/service-worker-client": ["pushed-notices", "new-build"],
  "effects/upload": ["photos", "identity"],
  "time-travel-actors": ["time-travel"],
  "hooks/defer-work": ["first-load"],
  "hooks/use-candles-watch": ["purchase", "offline"],
  "hooks/use-close-order": ["member-changes", "one-truth"],
  "hooks/use-code": ["chart-code"],
  "hooks/use-deposit": ["reload", "rates"],
  "hooks/use-feedback": ["modals", "double-tap"],
  "hooks/use-form": ["bad-input", "reload"],
  "hooks/use-list": ["gestures", "offline-cache"],
  "hooks/use-navigation": ["reload", "purchase"],
  "hooks/use-notices": ["notices", "hidden-amounts"],
  "hooks/use-operation": ["double-tap", "reload"],
  "hooks/use-operations-in-doubt": ["operations-in-doubt"],
  "hooks/use-order-ticket": ["purchase", "offline", "reload"],
  "hooks/use-own-image": ["identity", "photos"],
  "hooks/use-page-actor": ["reload"],
  "hooks/use-payment-link": ["payments"],
  "hooks/use-polling": ["payments", "journey"],
  "hooks/use-positions": ["figures-agree", "offline-cache"],
  "hooks/use-preferences": ["languages", "hidden-amounts"],
  "hooks/use-problem": ["bad-input"],
  "hooks/use-push": ["pushed-notices"],
  "hooks/use-query": ["offline-cache", "member-changes"],
  "hooks/use-quotes": ["offline", "figures-agree"],
  "hooks/use-refresh-on": ["member-changes"],
  "hooks/use-removal": ["destinations"],
  "hooks/use-session": ["screen-elements", "two-tabs"],
  "hooks/use-settlement": ["member-changes", "journey"],
  "hooks/use-settlement-check": ["forged-proof", "journey"],
  "hooks/use-share": ["promote", "gestures"],
  "hooks/use-upload": ["photos", "renders"],
  "hooks/use-wallet": ["member-changes", "offline-cache"],
  "hooks/use-watchlist": ["purchase", "products"],
  "hooks/use-wechat": ["wechat"],
  "hooks/use-withdrawal": ["rates", "reload"],
}

export const browserSources: readonly string[] = Object.keys(TESTS_BY_SOURCE).map(
  (name) => `src/runtime/${name}.ts`,
)

/** The browser tests of a source, nearest first; none where its tests run it in their own process. */
export const browserTestsOf = (source: string): readonly string[] =>
  (TESTS_BY_SOURCE[source.replace(/^src\/runtime\/|\.ts$/g, "")] ?? []).map(
    (name) => `tests/e2e/${name}.test.ts`,
  )
