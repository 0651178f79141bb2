/** Registers the service worker, and what it says to the page. */

const WORKER = "/sw.js"
const workers = (): ServiceWorkerContainer | null =>
  "serviceWorker" in navigator ? navigator.serviceWorker : null

/**
 * Trusted Types: one named policy of the page may vouch for the worker's URL. Browsers without them
 * take the plain URL.
 */
const workerUrl = (): string => {
  const types: unknown = Reflect.get(globalThis, "trustedTypes")
  if (typeof types !== "object" || types === null || !("createPolicy" in types)) return WORKER
  const { createPolicy } = types
  if (typeof createPolicy !== "function") return WORKER
  return createPolicy
    .call(types, "financial-links-worker", { createScriptURL: () => WORKER })
    .createScriptURL("")
}

/** Rejects if the browser refuses. */
export const registerServiceWorker = async (): Promise<void> => {
  await workers()?.register(workerUrl(), { scope: "/" })
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

/** Calls back with the page of a notification that was tapped; returns the function that stops. */
export const onOpenRecord = (open: (url: string) => void): (() => void) => {
  const listening = new AbortController()
  const listen = ({ data }: MessageEvent<unknown>): void => {
    const url: unknown = typeof data === "object" && data !== null ? Reflect.get(data, "open") : undefined
    if (typeof url === "string" && url.startsWith("/pages/")) open(url)
  }
  workers()?.addEventListener("message", listen, { signal: listening.signal })
  return () => listening.abort()
}
