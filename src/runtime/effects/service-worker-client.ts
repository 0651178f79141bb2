/** Registers the service worker and activates a newer build when the member agrees. */

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

/** Activates the waiting build and reloads the page. */
const takeOver = (container: ServiceWorkerContainer, waiting: ServiceWorker) => (): void => {
  container.addEventListener("controllerchange", () => location.reload(), { once: true })
  waiting.postMessage("take-over")
}

/** Checks for a newer build when the member returns to an open app. */
const lookOnReturn = (registration: ServiceWorkerRegistration, signal: AbortSignal): void => {
  const look = () => {
    if (document.visibilityState === "visible") registration.update().catch(() => {})
  }
  document.addEventListener("visibilitychange", look, { signal })
}

/**
 * Notifies that a newer build is installed and waits; `accept` activates it. Returns the function
 * that stops watching.
 */
export const watchNewBuild = (tell: (accept: () => void) => void): (() => void) => {
  const container = workers()
  const watching = new AbortController()
  const { signal } = watching
  const offer = (container: ServiceWorkerContainer, worker: ServiceWorker | null) => {
    if (worker && container.controller && !signal.aborted) tell(takeOver(container, worker))
  }
  container?.ready.then(
    (registration) => {
      const follow = () => {
        const coming = registration.installing
        coming?.addEventListener(
          "statechange",
          () => {
            if (coming.state === "installed") offer(container, coming)
          },
          { signal },
        )
      }
      offer(container, registration.waiting)
      follow()
      lookOnReturn(registration, signal)
      registration.addEventListener("updatefound", follow, { signal })
    },
    () => {},
  )
  return () => watching.abort()
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
