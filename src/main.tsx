/**
 * Boot: starts the machines and loads the first page while the view, with React DOM, is on its way,
 * then renders over the shell of index.html.
 */
import "./runtime/api/first-paint.ts"
import "./styles/tokens.css"
import "./styles/base.css"
import { selectTop } from "../machines/navigation.ts"
import { selectAppearance, selectTheme } from "../machines/startup.ts"
import { takeEarlyPresses } from "./app/early-press.ts"
import { loadPage, loadPageTable } from "./app/page-loader.tsx"
import { saveScrollPositions } from "./app/scroll-restoration.ts"
import { completeTexts, loadFirstTexts } from "./app/texts.ts"
import { OWN_APPEARANCE } from "./domain/appearance.ts"
import { INSTALL_DELAY_MS, LOADING_DELAY_MS } from "./domain/limits.ts"
import { landingOf } from "./navigation/calls.ts"
import { browserHistory } from "./navigation/history.ts"
import { HOME_PATH, ROUTES, splitUrl } from "./navigation/routes.ts"
import { routeAt } from "./navigation/stack.ts"
import { isConfigShownHint, isSiteOnHint } from "./runtime/actors/browser-actors.ts"
import { devToolsBridge } from "./runtime/actors/dev-tools-bridge.ts"
import type { Inspector } from "./runtime/actors/inspector.ts"
import { createRuntime, type Runtime } from "./runtime/actors/runtime.ts"
import { deviceStorage } from "./runtime/api/device-storage.ts"
import { isOutdated, registerServiceWorker } from "./runtime/api/service-worker-client.ts"
import { ACCENT } from "./runtime/api/stored-preferences.ts"
import { IN_DOUBT, OFFLINE_CACHE_MARK, storedToken } from "./runtime/api/stored-session.ts"
import { afterPaint } from "./runtime/hooks/defer-work.ts"
import { createNavigation } from "./runtime/hooks/use-navigation.ts"
import { createStorageStatus } from "./runtime/journal/storage-status.ts"
import { createStreams, isFreshTab } from "./runtime/journal/streams.ts"

/** A build constant. False: the build contains no debug console. */
declare const WITH_CONSOLE: boolean

/** `?debug=1` opens the debug console for the life of the tab; `?debug=0` closes it. */
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

/** Lets the browser answer input and paint between two parts of the start. Old browsers go on at once. */
const yieldToBrowser = async () => globalThis.scheduler?.yield?.()

/** Without its code nothing can be shown: another document loads it, or that of a newer build. */
const loadView = () =>
  import("./app/view.tsx").catch(async (cause: unknown) => {
    addEventListener("online", () => location.reload(), { once: true })
    if (await isOutdated()) location.reload()
    throw cause
  })
const loadMemberFrame = async () => (await import("./app/frame.tsx")).loadMemberFrame()
/** Before it is needed, while the network is still there. */
const preloadErrorView = () => import("./app/error-view.tsx")

/** Opens once the first page is shown: until then nothing is loaded that home does not need. */
const gate = Promise.withResolvers<void>()

/** What a member's actors show needs the other texts. */
const loadMember = async () => {
  await gate.promise
  const [code] = await Promise.all([import("./runtime/actors/member-actors.ts"), completeTexts()])
  await yieldToBrowser()
  return code
}
const loadStreams = async () => {
  await gate.promise
  return import("./runtime/journal/store-host.ts")
}
const loadMarketTrust = async () => {
  await gate.promise
  return import("./runtime/api/market-trust-store.ts")
}
/** A device that has cached nothing yet has nothing to read. */
const loadOfflineCache = async () => {
  if (deviceStorage.read(OFFLINE_CACHE_MARK) === undefined) await gate.promise
  return import("./runtime/api/offline-cache-store.ts")
}

/** Creates the runtime with its lazily loaded event store. */
const build = (inspector: Inspector | undefined) => {
  const storageStatus = createStorageStatus()
  const streams = createStreams({
    load: async () => (await loadStreams()).createStoreHost({ onProblem: storageStatus.set, inspector }),
    loadDrafts: () => import("./runtime/journal/drafts.ts"),
    storage: () => sessionStorage,
    now: () => Date.now(),
    inspector,
  })
  const runtime = createRuntime({
    baseUrl: "",
    storage: deviceStorage,
    history: browserHistory,
    streams,
    storageStatus,
    loadPage,
    loadApiLayer: () => import("./runtime/api/api-layer.ts").finally(yieldToBrowser),
    loadMember,
    openMarketTrustStore: async () => (await loadMarketTrust()).openMarketTrustStore(),
    openOfflineCacheStore: async () => (await loadOfflineCache()).openOfflineCacheStore(),
    languages: navigator.languages,
    isSiteOn: isSiteOnHint(),
    now: () => Date.now(),
    leave: (url) => location.assign(url),
    inspector,
  })
  return { streams, runtime }
}

/**
 * Resolves when the first page can be rendered, or after LOADING_DELAY_MS, so that the loading view
 * appears. A shell that shows a tab page stays until the page is loaded or has failed.
 */
const firstPage = ({ boot: { navigation } }: Runtime, hasFrame: boolean): Promise<void> =>
  new Promise((resolve) => {
    const check = () => {
      if (selectTop(navigation.getSnapshot())?.status !== "loading") resolve()
    }
    navigation.subscribe(check)
    check()
    if (!hasFrame) setTimeout(resolve, LOADING_DELAY_MS)
  })

/**
 * Resolves when a member's first render needs to wait for nothing, or after LOADING_DELAY_MS. A
 * placeholder would stay for 300 ms: React reveals what suspended no sooner.
 */
const memberReady = ({ apiLayer, member }: Runtime, isHomeFirst: boolean): Promise<unknown> => {
  const all = [loadMemberFrame, apiLayer.load, ...(isHomeFirst ? [] : [member.load])].map((load) => load())
  const isLate = new Promise((resolve) => setTimeout(resolve, LOADING_DELAY_MS))
  return Promise.race([Promise.allSettled(all), isLate])
}

const followTheme = ({ boot: { startup } }: Runtime): void => {
  const show = () => {
    const theme = selectTheme(startup.getSnapshot())
    if (theme === "system") delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme
    const { colours } = startup.getSnapshot().context
    if (colours === null) delete document.documentElement.dataset.colours
    else document.documentElement.dataset.colours = colours
  }
  startup.subscribe(show)
  show()
}

const keepAccent = (declarations: string | null): void => {
  if (declarations === null) deviceStorage.remove(ACCENT)
  else deviceStorage.write(ACCENT, declarations)
}

const loadApplyAppearance = () => import("./app/apply-appearance.ts")

/** Applies the configured accent and icon. Their code is loaded only where there are any. */
const followAppearance = ({ apiLayer, boot: { startup } }: Runtime): void => {
  let shown = OWN_APPEARANCE
  const show = () => {
    const next = selectAppearance(startup.getSnapshot())
    const isSame = next.accent === shown.accent && next.icon === shown.icon
    shown = next
    if (isSame) return
    loadApplyAppearance()
      .then(({ applyAppearance }) => applyAppearance(shown, keepAccent))
      .catch(() => {})
  }
  startup.subscribe(show)
  show()
  if (isConfigShownHint()) apiLayer.load().catch(() => {})
}

/** By then the browser has responded to the tap. */
const TAP_ANSWERED_MS = 500

/**
 * Preloads what the visitor needs after the first touch. A member's page has loaded most of it; the
 * rest is needed only on errors and waits until the tap has been answered.
 */
const preloadOnTouch = ({ apiLayer, boot }: Runtime): void => {
  const preloadAll = () => {
    for (const load of [apiLayer.load, completeTexts, preloadErrorView, loadPageTable]) load().catch(() => {})
  }
  const touched = () => {
    if (boot.session.getSnapshot().context.user === null) preloadAll()
    else setTimeout(preloadAll, TAP_ANSWERED_MS)
  }
  for (const type of ["pointerdown", "keydown"])
    addEventListener(type, touched, { once: true, passive: true })
}

/** The name of the page that a member sees first at this URL. */
const landing = (): string | undefined => {
  const { url } = landingOf({ table: null, member: true }, location.pathname)
  return routeAt(ROUTES, splitUrl(url).path)?.name
}

/**
 * Whether the document shows home, which needs neither the member's actors nor the journal. An
 * operation in doubt is shown with it, and then they come first.
 */
const isHomeFirst = (root: HTMLElement): boolean =>
  isFreshTab(() => sessionStorage) &&
  root.querySelector("[data-shell] [data-frame=home]") !== null &&
  storedToken(deviceStorage) !== null &&
  deviceStorage.read(IN_DOUBT) === undefined

const prepareLanding = async (): Promise<void> => {
  const name = landing()
  if (name !== undefined) await loadPage(name)
}

/** Resolves when a member is logged in. */
const whenMember = ({ boot: { session } }: Runtime): Promise<void> =>
  new Promise((resolve) => {
    const check = () => {
      if (session.getSnapshot().context.user === null) return
      subscription.unsubscribe()
      resolve()
    }
    const subscription = session.subscribe(check)
    check()
  })

/**
 * Sends the calls of home or market while its code loads. Resolves when the figures are at hand: those
 * in the shell must not be replaced by placeholders.
 */
const prefetchLanding = async (runtime: Runtime): Promise<void> => {
  const page = landing()
  if (page !== "home" && page !== "market") return
  await whenMember(runtime)
  const { prefetchHome, prefetchMarket } = await runtime.apiLayer.load()
  await yieldToBrowser()
  await (page === "home" ? prefetchHome() : prefetchMarket(runtime.quotes))
}

/**
 * Loads the member's code in parallel as soon as a token is stored or a login is sent: one after
 * the other, each chunk would cost a round trip. A failed chunk is loaded again by its user, who
 * reports the error.
 */
const preloadForMember = ({ apiLayer, boot: { session } }: Runtime): void => {
  const check = () => {
    if (storedToken(deviceStorage) === null && session.getSnapshot().context.credentials === null) return
    subscription.unsubscribe()
    const all = [apiLayer.load, loadStreams, loadOfflineCache, loadMemberFrame, prepareLanding, loadMember]
    for (const load of all) load().catch(() => {})
  }
  const subscription = session.subscribe(check)
  check()
}

/** Sends what is pressed in the document to the navigation machine; returns what stops it. */
const followEarlyPresses = (runtime: Runtime): (() => void) => {
  const { navigateTo, reLaunch, tapTab } = createNavigation(runtime)
  return takeEarlyPresses(({ url, isTab }) => {
    if (url !== HOME_PATH) gate.resolve()
    if (!isTab) return void navigateTo(url)
    // the document may have been opened at this address
    if (selectTop(runtime.boot.navigation.getSnapshot())?.url === url) return
    void (splitUrl(url).query === "" ? tapTab(url) : reLaunch(url))
  })
}

/** Registers the service worker. Where that fails, the app loads from the network. */
const install = (): void => {
  registerServiceWorker().catch(() => {})
}

const begin = async (element: HTMLElement): Promise<void> => {
  const view = loadView()
  const homeFirst = isHomeFirst(element)
  if (!homeFirst) gate.resolve()
  const debugConsole = await openConsole()
  await yieldToBrowser()
  const { streams, runtime } = build(await joinStately(debugConsole?.inspector ?? devToolsBridge))
  await yieldToBrowser()
  followTheme(runtime)
  followAppearance(runtime)
  preloadOnTouch(runtime)
  preloadForMember(runtime)
  history.scrollRestoration = "manual"
  addEventListener("pagehide", () => {
    saveScrollPositions()
    streams.flush().catch(() => {})
  })
  const firstTexts = loadFirstTexts(runtime.boot.startup.getSnapshot().context.locale)
  const prefetched = prefetchLanding(runtime).catch(() => {})
  await runtime.start()
  const endPresses = followEarlyPresses(runtime)
  const isMember = runtime.boot.session.getSnapshot().context.user !== null
  const hasFrame = element.querySelector("[data-shell] nav") !== null
  const hasFigure = () => element.querySelector("[data-filled]") !== null
  await Promise.all([
    firstPage(runtime, hasFrame),
    isMember ? memberReady(runtime, homeFirst) : undefined,
    hasFigure() ? prefetched : undefined,
  ])
  const first = await firstTexts
  // a press may have led to another page meanwhile
  await firstPage(runtime, hasFrame)
  const { drawApp, renderApp } = await view
  const draw = (drawn: Runtime) => drawApp(drawn, first)
  const shown = debugConsole ? debugConsole.mount({ runtime, draw, loadPage }) : draw(runtime)
  renderApp(element, shown, isMember, () => {
    endPresses()
    if (isMember) afterPaint(gate.resolve)
    else gate.resolve()
  })
  if (import.meta.env.PROD) setTimeout(install, INSTALL_DELAY_MS)
}

const element = document.getElementById("root")
if (element) void begin(element)
