import { existsSync } from "node:fs"
import { join } from "node:path"
import react from "@vitejs/plugin-react"
import { defineConfig, normalizePath } from "vite"
import { directImports } from "./scripts/direct-imports-plugin.ts"
import { serviceWorker } from "./scripts/service-worker-plugin.ts"
import { shell } from "./scripts/shell/plugin.ts"
import { pageModules } from "./scripts/shell/route-files.ts"

/**
 * Chunks by journey, in the order in which a member meets them. Each holds its files and everything
 * that these import and no earlier chunk holds: a page asks for a few files, not for one per module.
 * What several of the later chunks share stands in an earlier one that all of them load. A page
 * belongs to the chunk that its import in a page table names; those chunks come last.
 */
const chunks: Readonly<Record<string, readonly string[]>> = {
  // starts the machines while React DOM is on its way: nothing here imports it
  boot: ["src/main.tsx"],
  // starts a member's calls, and imports boot alone
  api: ["src/runtime/api/api-layer.ts"],
  // React DOM and what every page renders
  view: [
    "src/app/view.tsx",
    "src/runtime/hooks/use-problem.ts",
    "src/ui/Notice.tsx",
    "src/features/patterns/loss-rate.tsx",
  ],
  // the login page and other pages with fields
  forms: [
    "src/features/auth/login.tsx",
    "src/features/patterns/new-password-field.tsx",
    "src/ui/SelectField.tsx",
  ],
  // what the first touch loads, and the parts of most pages
  core: [
    "src/app/tab-table.ts",
    "src/app/member-frame.tsx",
    "src/app/error-view.tsx",
    "src/features/market/product-statistics.tsx",
    "src/features/patterns/form-view.module.css",
    "src/features/patterns/loaded.tsx",
    "src/features/patterns/notice-bell.tsx",
    "src/features/patterns/operations-notice.tsx",
    "src/features/wallet/balance.tsx",
    "src/runtime/hooks/use-query.ts",
    "src/runtime/hooks/use-wallet.ts",
    "src/ui/Badge.tsx",
    "src/ui/BalanceHero.tsx",
    "src/ui/Card.tsx",
    "src/ui/Figures.tsx",
    "src/ui/List.tsx",
    "src/ui/Price.tsx",
    "src/ui/PullToRefresh.tsx",
    "src/ui/Sheet.tsx",
    "src/ui/Sparkline.tsx",
    "src/ui/use-text.ts",
    "src/ui/use-media-query.ts",
    // sheets of the frame and of what the document shows of the tab pages
    "src/ui/TabBar.module.css",
    "src/ui/Segmented.module.css",
    "src/ui/SymbolDisc.module.css",
    "src/ui/Swiper.module.css",
    "src/features/home/home.module.css",
    "src/features/home/banner-carousel.module.css",
    "src/features/home/stock-card.module.css",
    "src/features/market/market.module.css",
    "src/features/market/market-row.module.css",
    "src/features/holdings/contract-row.module.css",
    "src/ui/BackToTop.module.css",
  ],
  // pages with prices, and with what follows the server's clock
  prices: [
    "src/runtime/hooks/use-quotes.ts",
    "src/runtime/hooks/use-positions.ts",
    "src/features/payment-methods/cooling-off.tsx",
  ],
  // what a visitor has typed
  drafts: ["src/runtime/journal/drafts.ts"],
  // what the device knows of an earlier visit
  stores: ["src/runtime/api/offline-cache-store.ts"],
  // after home is shown: streams and actors of a member
  member: [
    "src/app/beside-pages.tsx",
    "src/app/page-table.ts",
    "src/navigation/route-queries.ts",
    "src/runtime/hooks/use-share.ts",
    "src/features/patterns/sub-page.tsx",
    "src/ui/CheckMark.tsx",
    "src/ui/Modal.tsx",
    "src/ui/Segmented.tsx",
    "src/ui/message-id.ts",
    "src/features/patterns/operations-in-doubt.tsx",
    "src/runtime/journal/store-host.ts",
    "src/runtime/api/market-trust-store.ts",
    "src/runtime/actors/member-actors.ts",
    // the declarations of the calls of members' pages
    "src/contract/endpoints.ts",
    "packages/journal/src/event-reader.ts",
    "src/journal/salvage.ts",
    "src/events/navigation.ts",
    "src/events/form.ts",
    "src/navigation/restored-pages.ts",
  ],
  home: [],
  // toasts, questions and sheets, and the page that opens most of them
  overlays: [
    "src/app/toast-and-loading.tsx",
    "src/app/questions.tsx",
    "src/features/settings/preferences.tsx",
    "src/features/site/service-sheet.tsx",
  ],
  // pages below the tabs
  router: ["src/app/page-location.tsx"],
  parts: [
    "src/features/deposit/payment-result.tsx",
    "src/features/market/market-notices.tsx",
    "src/features/market/price-head.tsx",
    "src/features/market/product-search.tsx",
    "src/features/market/product-figures.tsx",
    "src/features/market/products.ts",
    "src/features/patterns/amount-field.tsx",
    "src/features/patterns/cash-page.tsx",
    "src/features/patterns/copyable.tsx",
    "src/features/patterns/form-view.tsx",
    "src/features/patterns/outcome.tsx",
    "src/features/patterns/own-limits.tsx",
    "src/features/patterns/rate.tsx",
    "src/features/patterns/record-list.tsx",
    "src/features/patterns/term.tsx",
    "src/features/trade/live-chart.tsx",
    "src/runtime/hooks/use-list.ts",
    "src/runtime/hooks/use-lock.ts",
    "src/runtime/hooks/use-operation.ts",
    "src/runtime/hooks/use-protection.ts",
    "src/runtime/hooks/use-removal.ts",
    "src/runtime/hooks/use-watchlist.ts",
    "src/domain/chart-bars.ts",
    "src/ui/CopyValue.tsx",
    "src/ui/PriceChart.tsx",
    "src/ui/QuickAmounts.tsx",
    "src/ui/SymbolDisc.tsx",
    "src/ui/Timeline.tsx",
  ],
  // rows of live prices, which home loads after its balance
  rows: [
    "src/features/holdings/contract-list.tsx",
    "src/features/holdings/contract-row.tsx",
    "src/features/market/market-row.tsx",
    "src/domain/total-value.ts",
    "src/features/home/live-home.tsx",
  ],
  // the filter of lists
  filters: ["src/features/patterns/record-filter.tsx"],
  // large, and needed by few pages, which have chunks of their own
  hashes: ["node_modules/@noble/hashes/sha2.js", "node_modules/@scure/base/index.js"],
  uploads: ["src/runtime/hooks/use-upload.ts", "src/ui/FilePick.tsx"],
  "qr-code": ["src/ui/QrCode.tsx"],
  charts: ["src/ui/chart-canvas.ts"],
}

const pages = [...pageModules().values()]
const names = new Set([...Object.keys(chunks), ...pages.flatMap(({ chunk }) => chunk ?? [])])
const filesOfChunk = (name: string): readonly string[] => [
  ...(chunks[name] ?? []),
  ...pages.flatMap(({ file, chunk }) => (chunk === name ? [file] : [])),
]

/** Throws for a file that does not exist: a chunk without its file would silently fall apart. */
const chunkGroups = [...names].map((name) => {
  const paths = filesOfChunk(name).map((file) => join(import.meta.dirname, file))
  const missing = paths.find((path) => !existsSync(path))
  if (missing !== undefined) throw new Error(`The chunk ${name} lists ${missing}, which does not exist.`)
  const ids = new Set(paths.map(normalizePath))
  return { name, test: (id: string) => ids.has(id) }
})

export default defineConfig({
  // False after `npm run build -- --without-console`.
  define: { WITH_CONSOLE: JSON.stringify(process.env.CONSOLE !== "off") },
  plugins: [react(), directImports(), shell(), serviceWorker()],
  resolve: {
    alias: [
      // Texts are compiled to AST, so the parser stays out of the browser.
      {
        find: /^@formatjs\/icu-messageformat-parser$/,
        replacement: "@formatjs/icu-messageformat-parser/no-parser.js",
      },
    ],
  },
  // the samples of the packages have pages too, and import what is not installed here
  optimizeDeps: { entries: "index.html" },
  build: {
    outDir: "dist/client",
    manifest: true,
    // The content security policy allows no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    cssTarget: ["chrome125", "safari17.5", "firefox128"],
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
  },
})
