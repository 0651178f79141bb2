/** Registers the service worker, and what it says to the page. */
import type { OpenRecord, PushRenewed } from "../../domain/worker-messages.ts"

const WORKER = "/sw.js"
const workers = (): ServiceWorkerContainer | null =>
  "serviceWorker" in navigator ? navigator.serviceWorker : null

const createWorkerUrl = (): ((url: string) => string) => {
  const types: unknown = Reflect.get(globalThis, "trustedTypes")
  if (typeof types !== "object" || types === null || !("createPolicy" in types)) return (url) => url
  const { createPolicy } = types
  if (typeof createPolicy !== "function") return (url) => url
  const policy = createPolicy.call(types, "financial-links-worker", { createScriptURL: (url: string) => url })
  return (url) => policy.createScriptURL(url)
}

/**
 * Trusted Types: one named policy of the page, created once, vouches for the URLs of its workers. Browsers
 * without them take the plain URL.
 */
export const workerUrl = createWorkerUrl()

/** Rejects if the browser refuses. */
export const registerServiceWorker = async (): Promise<void> => {
  await workers()?.register(workerUrl(WORKER), { scope: "/" })
}

const ownScript = (): string | null => {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src*="boot"]')
  return script?.getAttribute("src") ?? null
}

/**
 * True if the server's document names another boot script: chunks of this build may be gone. False
 * if that cannot be determined.
 */
export const isOutdated = async (): Promise<boolean> => {
  const own = ownScript()
  if (own === null) return false
  try {
    const response = await fetch("/", { cache: "no-store" })
    return response.ok && !(await response.text()).includes(own)
  } catch {
    return false
  }
}

const isTap = (data: unknown): data is OpenRecord =>
  typeof data === "object" &&
  data !== null &&
  "open" in data &&
  typeof data.open === "string" &&
  data.open.startsWith("/pages/") &&
  "tap" in data &&
  typeof data.tap === "string"

/** Pages of notifications that were tapped. */
export interface TappedNotices {
  /** Calls back with each page, and at once with one that was tapped before; returns what stops it. */
  readonly subscribe: (open: (url: string) => void) => () => void
}

/**
 * Listens from the start of the document on: a notification may be tapped before the pages of a
 * member can be shown. The last page that was tapped waits until then. A page that is shown already,
 * because the document before this one had opened it, is not opened again.
 */
export const listenToTaps = (
  container: EventTarget | null,
  shownUrl: () => string = () => location.pathname + location.search,
): TappedNotices => {
  let waiting: string | null = null
  let lastTap = ""
  let opens: ((url: string) => void) | null = null
  const openUnlessShown = (open: (url: string) => void, url: string): void => {
    if (url !== shownUrl()) open(url)
  }
  container?.addEventListener("message", (event) => {
    const data: unknown = event instanceof MessageEvent ? event.data : null
    if (!(event instanceof MessageEvent) || !isTap(data)) return
    event.ports[0]?.postMessage("taken")
    // posted again where the answer came late
    if (data.tap === lastTap) return
    lastTap = data.tap
    if (opens) openUnlessShown(opens, data.open)
    else waiting = data.open
  })
  return {
    subscribe: (open) => {
      opens = open
      if (waiting !== null) openUnlessShown(open, waiting)
      waiting = null
      return () => {
        if (opens === open) opens = null
      }
    },
  }
}

/** Of this document. */
export const tappedNotices = listenToTaps(workers())

const RENEWED: PushRenewed = "push-renewed"

/** Calls back when the browser has renewed its push subscription; returns what stops it. */
export const onPushRenewed = (renewed: () => void): (() => void) => {
  const listening = new AbortController()
  const listen = ({ data }: MessageEvent<unknown>): void => {
    if (data === RENEWED) renewed()
  }
  workers()?.addEventListener("message", listen, { signal: listening.signal })
  return () => listening.abort()
}
