/**
 * Sources that run in a page alone, each with the files of tests/e2e that use what it is for: the first
 * notices most. All browser tests on each change would take days.
 */
const TESTS_BY_SOURCE: Readonly<Record<string, readonly string[]>> = {
  "effects/upload": ["photos", "identity"],
  "hooks/defer-work": ["first-load", "before-chunks"],
  "hooks/use-candles-watch": ["purchase", "offline"],
  "hooks/use-close-order": ["member-changes", "one-truth", "journey"],
  "hooks/use-code": ["chart-code", "purchase"],
  "hooks/use-deposit": ["journey", "reload", "payments"],
  "hooks/use-feedback": ["modals", "journey", "double-tap"],
  "hooks/use-form": ["bad-input", "sign-up", "reload"],
  "hooks/use-list": ["gestures", "offline-cache", "notices"],
  "hooks/use-navigation": ["reload", "forged", "purchase"],
  "hooks/use-notices": ["notices", "hidden-amounts"],
  "hooks/use-operation": ["double-tap", "operations-in-doubt", "reload"],
  "hooks/use-operations-in-doubt": ["operations-in-doubt"],
  "hooks/use-order-ticket": ["bad-input", "purchase", "offline"],
  "hooks/use-own-image": ["identity", "photos"],
  "hooks/use-page-actor": ["journey", "reload"],
  "hooks/use-payment-link": ["payments"],
  "hooks/use-polling": ["member-changes", "payments", "journey"],
  "hooks/use-positions": ["figures-agree", "offline-cache"],
  "hooks/use-preferences": ["languages", "hidden-amounts", "offline-cache"],
  "hooks/use-problem": ["bad-input", "journey"],
  "hooks/use-push": ["pushed-notices"],
  "hooks/use-query": ["member-changes", "offline-cache", "offline"],
  "hooks/use-quotes": ["offline", "figures-agree", "purchase"],
  "hooks/use-refresh-on": ["member-changes", "figures-agree"],
  "hooks/use-removal": ["destinations"],
  "hooks/use-session": ["screen-elements", "token-invalid", "two-tabs"],
  "hooks/use-settlement": ["member-changes", "journey"],
  "hooks/use-settlement-check": ["forged-proof", "journey"],
  "hooks/use-share": ["promote", "gestures"],
  "hooks/use-upload": ["photos", "identity", "renders"],
  "hooks/use-wallet": ["member-changes", "offline-cache", "figures-agree"],
  "hooks/use-watchlist": ["purchase", "products"],
  "hooks/use-wechat": ["wechat"],
  "hooks/use-withdrawal": ["rates", "reload", "journey"],
}

export const browserSources: readonly string[] = Object.keys(TESTS_BY_SOURCE).map(
  (name) => `src/runtime/${name}.ts`,
)

/** The browser tests of a source, nearest first; none where its tests run it in their own process. */
export const browserTestsOf = (source: string): readonly string[] =>
  (TESTS_BY_SOURCE[source.replace(/^src\/runtime\/|\.ts$/g, "")] ?? []).map(
    (name) => `tests/e2e/${name}.test.ts`,
  )
