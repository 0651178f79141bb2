/**
 * Renders the login page, a tab page and any other page at build time from the app's own
 * components.
 */
import type { ReactNode } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { useIntl } from "react-intl"
import entry from "../../src/app/page-entry.module.css"
import tabStyle from "../../src/app/tab-skeleton.module.css?inline"
import { TabBarSkeleton, TabSkeleton } from "../../src/app/tab-skeleton.tsx"
import { type Texts, TextsProvider } from "../../src/app/texts-provider.tsx"
import type { Locale } from "../../src/domain/limits.ts"
import { Login } from "../../src/features/auth/login.tsx"
import earlyMarketStyle from "../../src/features/market/early-market.module.css?inline"
import { EarlyMarket } from "../../src/features/market/early-market.tsx"
import { LoadingView } from "../../src/features/site/loading.tsx"
import knownStyle from "../../src/features/wallet/cached-balance.module.css?inline"
import { CachedBalance } from "../../src/features/wallet/cached-balance.tsx"
import { createRuntime, type Runtime } from "../../src/runtime/actors/runtime.ts"
import type { DeviceStorage } from "../../src/runtime/api/device-storage.ts"
import { LOCALE } from "../../src/runtime/api/stored-preferences.ts"
import { PageProvider } from "../../src/runtime/hooks/page-context.tsx"
import { RuntimeProvider } from "../../src/runtime/hooks/runtime-context.tsx"
import { createStorageStatus } from "../../src/runtime/journal/storage-status.ts"
import amountStyle from "../../src/ui/Amount.module.css?inline"
import { Button } from "../../src/ui/Button.tsx"
import { FieldFrame } from "../../src/ui/Field.tsx"
import { AppFrame } from "../../src/ui/Page.tsx"
import priceStyle from "../../src/ui/Price.module.css?inline"
import skeletonStyle from "../../src/ui/Skeleton.module.css?inline"

const never = () => Promise.reject(new Error("nothing is brought while a page is drawn at build"))

const storageOf = (locale: Locale): DeviceStorage => ({
  read: (name) => (name === LOCALE ? locale : undefined),
  write: () => {},
  remove: () => {},
})

/** A runtime in which no actor is started. */
const houseOf = (locale: Locale): Runtime =>
  createRuntime({
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

const draw = (locale: Locale, texts: Texts, within: ReactNode): string =>
  renderToStaticMarkup(
    <RuntimeProvider runtime={houseOf(locale)}>
      <TextsProvider first={{ locale, texts }} load={never}>
        {within}
      </TextsProvider>
    </RuntimeProvider>,
  )

const drawPage = (locale: Locale, texts: Texts, name: string, page: ReactNode, nav?: ReactNode): string =>
  draw(
    locale,
    texts,
    <AppFrame nav={nav}>
      <div className={entry.entry} data-page={name}>
        <PageProvider value={{ id: "shell", name, query: {} }}>{page}</PageProvider>
      </div>
    </AppFrame>,
  )

/** The login page. */
export const drawLogin = (locale: Locale, texts: Texts): string => drawPage(locale, texts, "login", <Login />)

/** The skeleton of a tab page. */
export const drawTab = (locale: Locale, texts: Texts): string =>
  drawPage(locale, texts, "loading", <TabSkeleton isHome />, <TabBarSkeleton />)

/** The cached balance: figure and time are filled in by known.ts. */
export const drawKnown = (locale: Locale, texts: Texts): string =>
  draw(locale, texts, <CachedBalance available="" time="{time}" />)

/** The market's rows: products, prices and time are filled in by early-market.ts. */
export const drawMarket = (locale: Locale, texts: Texts): string =>
  draw(locale, texts, <EarlyMarket time="{time}" />)

/** The styles of these beyond those of the first page. */
export const styleOfTab = skeletonStyle + tabStyle + amountStyle + knownStyle + priceStyle + earlyMarketStyle

/** The placeholder of any other page. */
export const drawWaiting = (locale: Locale, texts: Texts): string =>
  drawPage(locale, texts, "loading", <LoadingView failed={false} onRetry={() => {}} />)

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
