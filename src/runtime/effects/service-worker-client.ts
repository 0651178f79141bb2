/** The app as it is kept on the device by the service worker: put there, and exchanged for a newer build when the member agrees. */

const WORKER = "/sw.js"
const workers = (): ServiceWorkerContainer | null =>
  "serviceWorker" in navigator ? navigator.serviceWorker : null

/** The pages' policy lets one named policy vouch for the address of the worker; browsers without such policies take it as it is. */
const workerUrl = (): string => {
  const types: unknown = Reflect.get(globalThis, "trustedTypes")
  if (typeof types !== "object" || types === null || !("createPolicy" in types)) return WORKER
  const { createPolicy } = types
  if (typeof createPolicy !== "function") return WORKER
  return createPolicy
    .call(types, "financial-links-worker", { createScriptURL: () => WORKER })
    .createScriptURL("")
}

/** Has the build kept on the device. Rejects where the browser refuses. */
export const registerServiceWorker = async (): Promise<void> => {
  await workers()?.register(workerUrl(), { scope: "/" })
}

/** Exchanges the build for the one that waits, and loads the page anew with it. */
const takeOver = (container: ServiceWorkerContainer, waiting: ServiceWorker) => (): void => {
  container.addEventListener("controllerchange", () => location.reload(), { once: true })
  waiting.postMessage("take-over")
}

/** Who comes back to an app that stayed open has the server asked for a newer build. */
const lookOnReturn = (registration: ServiceWorkerRegistration, signal: AbortSignal): void => {
  const look = () => {
    if (document.visibilityState === "visible") registration.update().catch(() => {})
  }
  document.addEventListener("visibilitychange", look, { signal })
}

/** Tells when a newer build has come and waits; `accept` goes over to it. Gives the way to stop. */
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
