/** Renders the login page, the tab pages and any other page at build time from the app's own components. */
import type { ComponentType, ReactNode } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { useIntl } from "react-intl"
import entry from "../../src/app/page-entry.module.css"
import {
  inRow,
  SAMPLE_ROWS,
  sampleAmount,
  sampleBalance,
  samplePrice,
  token,
} from "../../src/app/tab-samples.ts"
import { type Texts, TextsProvider } from "../../src/app/texts-provider.tsx"
import { TAB_HREFS, TAB_IDS } from "../../src/domain/appearance.ts"
import type { WalletSummary } from "../../src/domain/cash.ts"
import type { Product, Quote } from "../../src/domain/entities.ts"
import { type Locale, PRODUCT_CATEGORIES } from "../../src/domain/limits.ts"
import { My } from "../../src/features/account/my.tsx"
import { Login } from "../../src/features/auth/login.tsx"
import { Hold } from "../../src/features/holdings/hold.tsx"
import { Home } from "../../src/features/home/home.tsx"
import { Market } from "../../src/features/market/market.tsx"
import { LoadingView } from "../../src/features/site/loading.tsx"
import { Trade } from "../../src/features/trade/trade.tsx"
import { createHostedActor } from "../../src/runtime/actors/actor-host.ts"
import { loadedValue } from "../../src/runtime/actors/lazy-value.ts"
import { registerMemberActors } from "../../src/runtime/actors/member-actors.ts"
import { createRuntime, type Runtime, type RuntimeOptions } from "../../src/runtime/actors/runtime.ts"
import { openApiLayer } from "../../src/runtime/api/api-layer.ts"
import type { DeviceStorage } from "../../src/runtime/api/device-storage.ts"
import { LOCALE } from "../../src/runtime/api/stored-preferences.ts"
import { PageProvider } from "../../src/runtime/hooks/page-context.tsx"
import { RuntimeProvider } from "../../src/runtime/hooks/runtime-context.tsx"
import { createStorageStatus } from "../../src/runtime/journal/storage-status.ts"
import { createQuoteStore } from "../../src/runtime/stream/quote-store.ts"
import { Button } from "../../src/ui/Button.tsx"
import changeStyles from "../../src/ui/Change.module.css"
import { FieldFrame } from "../../src/ui/Field.tsx"
import { AppFrame } from "../../src/ui/Page.tsx"
import { Change } from "../../src/ui/Price.tsx"
import { TabBar } from "../../src/ui/TabBar.tsx"
import { SAMPLE_CHANGES } from "./changes.ts"

const never = () => Promise.reject(new Error("nothing is brought while a page is drawn at build"))

const storageOf = (locale: Locale): DeviceStorage => ({
  read: (name) => (name === LOCALE ? locale : undefined),
  write: () => {},
  remove: () => {},
})

const optionsOf = (locale: Locale): RuntimeOptions => ({
  baseUrl: "",
  storage: storageOf(locale),
  history: {
    state: () => null,
    url: () => "/",
    push: () => {},
    replace: () => {},
    rewrite: () => {},
    go: () => {},
    onPop: () => () => {},
  },
  streams: {
    start: never,
    open: () => {},
    retire: never,
    reassign: () => {},
    stop: () => {},
    flush: never,
  },
  storageStatus: createStorageStatus(),
  loadPage: never,
  loadApiLayer: never,
  loadMember: never,
  openOfflineCacheStore: never,
  openMarketTrustStore: never,
  languages: [],
  isSiteOn: true,
  now: () => 0,
  leave: () => {},
})

const sampleRows = Array.from({ length: SAMPLE_ROWS }, (_, row) => row)

const sampleProduct = (row: number): Product => ({
  id: token(inRow(row, "id")),
  symbol: token(inRow(row, "symbol")),
  name: token(inRow(row, "name")),
  category: PRODUCT_CATEGORIES[row] ?? "technology",
  minStake: sampleAmount(row, "min"),
  maxStake: sampleAmount(row, "max"),
  leverages: [1],
  periods: [1],
  commissionPpm: 0,
  stopOutBps: 0,
  soldOut: false,
  recommended: true,
  tradingHours: { openMinute: 0, closeMinute: 1440 },
  isOpen: true,
  statistics: {
    averageBuy: samplePrice(row, "buy"),
    averageSell: samplePrice(row, "sell"),
    averageProfitPpm: 0,
    losingPpm: 0,
    sample: 1,
    source: "history",
  },
  recentCloses: [],
})

const sampleQuote = (row: number): Quote => {
  const price = samplePrice(row, "price")
  const all = { price, open: price, high: price, low: price, previousClose: price }
  return { symbol: token(inRow(row, "symbol")), seq: 1, atMs: 0, ...all }
}

const sampleWallet: WalletSummary = {
  available: sampleBalance("available"),
  inContracts: sampleBalance("unavailable"),
  inWithdrawals: "0.00",
  todayDividend: "0.00",
  totalDividend: "0.00",
}

const sampleAnswers: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ["walletSummary", sampleWallet],
  ["products", sampleRows.map(sampleProduct)],
])

/** Only what home and the market show is answered: the other pages wait. */
const withSamples = (layer: ReturnType<typeof openApiLayer>, names: readonly string[]) => {
  const query: typeof layer.queries.query = (endpoint, request) => {
    const own = layer.queries.query(endpoint, request)
    const data: unknown = names.includes(endpoint) ? sampleAnswers.get(endpoint) : undefined
    if (data === undefined) return own
    const state = Object.assign({}, own.getState(), { data, atMs: 0 })
    return { ...own, getState: () => state }
  }
  return { ...layer, queries: { ...layer.queries, query } }
}

/** A runtime in which no actor is started. `names`: the endpoints that are answered. */
const runtimeOf = (locale: Locale, names: readonly string[]): Runtime => {
  const options = optionsOf(locale)
  const runtime = createRuntime(options)
  const { storage, streams, now } = options
  const caller = { baseUrl: "", token: () => null, userId: () => null, locale: () => locale }
  const hooks = { onTokenInvalid: () => {}, onLoading: () => {} }
  const stores = { openOfflineCacheStore: never, openMarketTrustStore: never }
  const layer = openApiLayer({
    caller,
    hooks,
    storage,
    secrets: runtime.secrets,
    streams,
    ...stores,
    now,
  })
  const quotes = createQuoteStore(() => {})
  quotes.apply({ type: "snapshot", frame: 1, atMs: 0, quotes: sampleRows.map(sampleQuote) }, 0)
  const member = registerMemberActors({
    services: layer.services,
    caller,
    quotes,
    resolvedOperations: runtime.resolvedOperations,
    registerActor: (id, machine, input) => createHostedActor(id, machine, input),
    registerFamily: (_prefix, machine, input) => (id) => createHostedActor(id, machine, input),
    streams,
    now,
    inspector: undefined,
  })
  return { ...runtime, quotes, apiLayer: loadedValue(withSamples(layer, names)), member: loadedValue(member) }
}

const draw = (locale: Locale, texts: Texts, within: ReactNode, names: readonly string[] = []): string =>
  renderToStaticMarkup(
    <RuntimeProvider runtime={runtimeOf(locale, names)}>
      <TextsProvider first={{ locale, texts }} load={never}>
        {within}
      </TextsProvider>
    </RuntimeProvider>,
    // the window and its page stand in one document
    { identifierPrefix: names.length === 0 ? "window" : "page" },
  )

const Entry = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className={entry.entry} data-page={name}>
    <PageProvider value={{ id: "shell", name, query: {} }}>{children}</PageProvider>
  </div>
)

/** The login page. */
export const drawLogin = (locale: Locale, texts: Texts): string =>
  draw(
    locale,
    texts,
    <AppFrame>
      <Entry name="login">
        <Login />
      </Entry>
    </AppFrame>,
  )

/** The window of a member: the tab bar, and a place for a page. */
export const drawWindow = (locale: Locale, texts: Texts): string =>
  draw(
    locale,
    texts,
    <AppFrame nav={<TabBar active={undefined} order={TAB_IDS} hrefs={TAB_HREFS} onSelect={() => {}} />}>
      <div data-place="" />
    </AppFrame>,
  )

const FirstTrade = () => <Trade />

const tabs: Readonly<Record<string, { readonly Tab: ComponentType; readonly answered: readonly string[] }>> =
  {
    home: { Tab: Home, answered: ["walletSummary", "products"] },
    market: { Tab: Market, answered: ["products"] },
    trade: { Tab: FirstTrade, answered: [] },
    hold: { Tab: Hold, answered: [] },
    my: { Tab: My, answered: [] },
  }

const pageOf = (name: string, Tab: ComponentType) => (
  <div className={entry.entry} data-frame={name}>
    <PageProvider value={{ id: "shell", name, query: {} }}>
      <Tab />
    </PageProvider>
  </div>
)

/** The tab pages by the names of their routes: home and the market with sample answers. */
export const drawTabs = (
  locale: Locale,
  texts: Texts,
): readonly (readonly [name: string, markup: string])[] =>
  Object.entries(tabs).map(([name, { Tab, answered }]) => {
    return [name, draw(locale, texts, pageOf(name, Tab), answered)]
  })

/** Where a balance of an earlier visit says when it was so; the document fills in the time. */
export const drawNote = (locale: Locale, texts: Texts): string => draw(locale, texts, <KnownNote />)

const KnownNote = () => useIntl().formatMessage({ id: "shell.known-at" }, { time: token("time") })

/** A change in each direction; the document chooses one and fills in the figure. */
export const drawChanges = (locale: Locale, texts: Texts): string =>
  draw(
    locale,
    texts,
    Object.entries(SAMPLE_CHANGES).map(([name, ppm]) => <Change key={name} ppm={ppm} size="small" />),
  )

/** Home's changes have a mark and a colour, which the document does not know. */
export const changeClass = changeStyles.change ?? ""

/** The placeholder of any other page. */
export const drawWaiting = (locale: Locale, texts: Texts): string =>
  draw(
    locale,
    texts,
    <AppFrame>
      <Entry name="loading">
        <LoadingView failed={false} onRetry={() => {}} />
      </Entry>
    </AppFrame>,
  )

const Missing = ({ name }: { readonly name: "username" | "password" }) => (
  <FieldFrame
    id={`missing-${name}`}
    label=""
    error={useIntl().formatMessage({ id: `error.field.required.${name}` })}
  >
    {null}
  </FieldFrame>
)

/**
 * The responses of a form before its code has loaded: an empty field's error, and a busy button.
 */
export const drawAnswers = (locale: Locale, texts: Texts): string =>
  draw(
    locale,
    texts,
    <>
      <Missing name="username" />
      <Missing name="password" />
      <Button busy>{null}</Button>
    </>,
  )
