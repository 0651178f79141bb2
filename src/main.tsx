/** The beginning: what was left is replayed, the first page is brought, and only then is anything drawn over the shell of index.html. */
import "./runtime/effects/first-paint.ts"
import "./styles/tokens.css"
import "./styles/base.css"
import { StrictMode } from "react"
import { flushSync } from "react-dom"
import { createRoot } from "react-dom/client"
import { selectTop } from "../machines/navigation.ts"
import { selectTheme } from "../machines/startup.ts"
import { Frame } from "./app/frame.tsx"
import { preloadMemberFrame } from "./app/member-frame-loader.tsx"
import { preloadErrorView } from "./app/page-entry.tsx"
import { loadPage, preloadPageTable } from "./app/page-loader.tsx"
import { saveScrollPositions } from "./app/scroll-restoration.ts"
import { captureShell, restoreShellState } from "./app/shell-handover.ts"
import { type Texts, TextsProvider } from "./app/texts-provider.tsx"
import { LOADING_DELAY_MS, type Locale } from "./domain/limits.ts"
import { TAB_KEY } from "./journal/tab-key.ts"
import { landingOf } from "./navigation/call-checks.ts"
import { browserHistory } from "./navigation/history.ts"
import { ROUTES } from "./navigation/routes.ts"
import { routeAt } from "./navigation/stack.ts"
import { splitUrl } from "./navigation/url.ts"
import { devToolsBridge } from "./runtime/dev-tools-bridge.ts"
import { deviceStorage } from "./runtime/effects/device-storage.ts"
import { isSiteOnHint } from "./runtime/effects/network-status.ts"
import { storedToken } from "./runtime/effects/stored-session.ts"
import { RuntimeProvider } from "./runtime/hooks/runtime-context.tsx"
import type { Inspector } from "./runtime/inspector.ts"
import { createLazyEventStore } from "./runtime/lazy-event-store.ts"
import { createRuntime, type Runtime } from "./runtime/runtime.ts"

/** Addresses of the texts: data, fetched as such. */
const textUrls = import.meta.glob<string>("../locales/compiled/*.json", {
  query: "?url",
  import: "default",
  eager: true,
})

const isTexts = (value: unknown): value is Texts => typeof value === "object" && value !== null

const loadTexts = async (locale: Locale): Promise<Texts> => {
  const response = await fetch(textUrls[`../locales/compiled/${locale}.json`] ?? "")
  const texts: unknown = response.ok ? await response.json() : null
  if (!isTexts(texts)) throw new Error(`the texts for ${locale} cannot be had`)
  return texts
}

/** An earlier document of this tab, or a login on this device, may have left something in the journal. */
const hasPast = (): boolean => {
  if (storedToken(deviceStorage) !== null) return true
  try {
    return sessionStorage.getItem(TAB_KEY) !== null
  } catch {
    return false
  }
}

/** False in a build without the debug console: then nothing of it is in there. */
declare const WITH_CONSOLE: boolean

/** `?debug=1` opens the debug console for as long as the tab lives, `?debug=0` ends that. */
const isConsoleAsked = (): boolean => {
  const asked = new URLSearchParams(location.search).get("debug")
  try {
    if (asked !== null) sessionStorage.setItem("app_debug", asked)
    return sessionStorage.getItem("app_debug") === "1"
  } catch {
    return asked === "1"
  }
}

/** Opens the debug console if it was asked for; null if not, and if its code does not load. */
const openConsole = async () => {
  if (!WITH_CONSOLE || !isConsoleAsked()) return null
  const entry = await import("./devtools/entry.ts").catch(() => null)
  const loaded = await entry?.open().catch(() => null)
  return loaded?.openConsole() ?? null
}

/** In development `?inspect=stately` adds Stately's inspector; no build contains it. */
const joinStately = async (inspector: Inspector | undefined): Promise<Inspector | undefined> => {
  if (import.meta.env.DEV) {
    if (new URLSearchParams(location.search).get("inspect") === "stately")
      return (await import("./devtools/stately-inspector.ts")).withStatelyInspector(inspector)
  }
  return inspector
}

const loadMember = () => import("./runtime/member-actors.ts")
const loadStreams = () => import("./runtime/browser-event-store.ts")
const loadShelf = () => import("./runtime/effects/offline-cache-store.ts")

/** Builds the runtime with an inspector, if there is one. */
const build = (inspector: Inspector | undefined) => {
  const streams = createLazyEventStore({
    load: async () => (await loadStreams()).createBrowserEventStore(inspector),
    hasStoredEvents: hasPast,
  })
  const runtime = createRuntime({
    baseUrl: "",
    storage: deviceStorage,
    history: browserHistory,
    streams,
    loadPage,
    loadApiLayer: () => import("./runtime/api-layer.ts"),
    loadMember,
    openOfflineCacheStore: async () => (await loadShelf()).openOfflineCacheStore(),
    languages: navigator.languages,
    isSiteOn: isSiteOnHint(),
    now: () => Date.now(),
    leave: (url) => location.assign(url),
    inspector,
  })
  return { streams, runtime }
}

/**
 * Resolves when the first page can be drawn, or when waiting longer would look like nothing happens: where the shell says something of its own it may stand
 * until the page comes, or is given up.
 */
const firstPage = ({ boot: { navigation } }: Runtime, isTelling: () => boolean): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (selectTop(navigation.getSnapshot())?.status !== "loading") resolve()
    }
    navigation.subscribe(look)
    look()
    setTimeout(() => {
      if (!isTelling()) resolve()
    }, LOADING_DELAY_MS)
  })

const followTheme = ({ boot: { startup } }: Runtime): void => {
  const show = () => {
    const theme = selectTheme(startup.getSnapshot())
    if (theme === "system") delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme
  }
  startup.subscribe(show)
  show()
}

/** A tap has been answered by then. */
const TAP_ANSWERED_MS = 500

/**
 * Whoever touches the entry will soon want something of the server: what asks it is brought meanwhile. A member's page has brought most of it, and the rest is
 * only for when something fails: it waits until the tap has been answered.
 */
const bringOnTouch = ({ apiLayer: backroom, boot }: Runtime): void => {
  const bringAll = () => {
    for (const bring of [backroom, preloadErrorView, preloadPageTable]) bring().catch(() => {})
  }
  const touched = () => {
    if (boot.session.getSnapshot().context.user === null) bringAll()
    else setTimeout(bringAll, TAP_ANSWERED_MS)
  }
  for (const type of ["pointerdown", "keydown"])
    addEventListener(type, touched, { once: true, passive: true })
}

/** The page that a member sees first at this address. */
const landing = (): string | undefined => {
  const { url } = landingOf({ table: null, member: true }, location.pathname)
  return routeAt(ROUTES, splitUrl(url).path)?.name
}

const prepareLanding = async (): Promise<void> => {
  const name = landing()
  if (name !== undefined) await loadPage(name)
}

/** Resolves when somebody is known to be logged in. */
const whenMember = ({ boot: { session } }: Runtime): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (session.getSnapshot().context.user === null) return
      subscription.unsubscribe()
      resolve()
    }
    const subscription = session.subscribe(look)
    look()
  })

/**
 * Asks for what home will ask for, while its code is on its way. Resolves when what is known of the balance is at hand: the figure that the shell shows must not
 * give way to none.
 */
const askAhead = async (runtime: Runtime): Promise<void> => {
  if (landing() !== "home") return
  await whenMember(runtime)
  await (await runtime.apiLayer()).prefetchHome()
}

/**
 * Where a session is kept, or a login has been sent off, what only members use is brought at once: asked for one after the other, each would cost a round trip.
 * Whoever needs it asks again and hears of a failure.
 */
const bringForMember = ({ apiLayer: backroom, boot: { session } }: Runtime): void => {
  const look = () => {
    if (storedToken(deviceStorage) === null && session.getSnapshot().context.credentials === null) return
    subscription.unsubscribe()
    const all = [backroom, loadStreams, loadShelf, preloadMemberFrame, prepareLanding, loadMember]
    for (const bring of all) bring().catch(() => {})
  }
  const subscription = session.subscribe(look)
  look()
}

/** After this the first page has long been drawn, and what is brought for later is in nobody's way. */
const INSTALL_DELAY_MS = 8_000

/** Has the app kept on the device. Where that cannot be, it is loaded each time as ever. */
const install = (): void => {
  import("./runtime/effects/service-worker-client.ts")
    .then(({ registerServiceWorker }) => registerServiceWorker())
    .catch(() => {})
}

const begin = async (element: HTMLElement): Promise<void> => {
  const debugConsole = await openConsole()
  const { streams, runtime } = build(await joinStately(debugConsole?.inspector ?? devToolsBridge))
  const { locale } = runtime.boot.startup.getSnapshot().context
  followTheme(runtime)
  bringOnTouch(runtime)
  bringForMember(runtime)
  history.scrollRestoration = "manual"
  addEventListener("pagehide", () => {
    saveScrollPositions()
    streams.flush().catch(() => {})
  })
  const first = loadTexts(locale)
  const known = askAhead(runtime).catch(() => {})
  await runtime.start()
  const isMember = runtime.boot.session.getSnapshot().context.user !== null
  const isTelling = () => element.querySelector("[data-figure] data") !== null
  await Promise.all([
    firstPage(runtime, isTelling),
    isMember ? preloadMemberFrame().catch(() => {}) : undefined,
    isTelling() ? known : undefined,
  ])
  const texts = await first
  const left = captureShell(element)
  const root = createRoot(element)
  const draw = (drawn: Runtime) => (
    <RuntimeProvider runtime={drawn}>
      <TextsProvider first={{ locale, texts }} load={loadTexts}>
        <Frame />
      </TextsProvider>
    </RuntimeProvider>
  )
  const shown = debugConsole ? debugConsole.mount({ runtime, draw, loadPage }) : draw(runtime)
  flushSync(() => root.render(<StrictMode>{shown}</StrictMode>))
  restoreShellState(element, left)
  if (import.meta.env.PROD) setTimeout(install, INSTALL_DELAY_MS)
}

const element = document.getElementById("root")
if (element) void begin(element)
