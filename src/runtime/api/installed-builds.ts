/** Newer builds of the app, as the service worker installs them beside this one. */

export interface InstalledBuilds {
  /**
   * `onInstalled`: a newer build is installed and waits. `onReturn`: the member returns to the app.
   * Returns the function that stops watching.
   */
  readonly watch: (onInstalled: () => void, onReturn: () => void) => () => void
  /** Asks the server for a newer build. */
  readonly look: () => void
  /** Resolves when the build that waits has replaced this one, or when none waits any more. */
  readonly activate: () => Promise<void>
}

const workers = (): ServiceWorkerContainer | null =>
  "serviceWorker" in navigator ? navigator.serviceWorker : null

const registered = async (): Promise<ServiceWorkerRegistration | undefined> => workers()?.getRegistration("/")

/** Reports the worker that waits, and each one that comes to wait. */
const follow = (
  registration: ServiceWorkerRegistration,
  onInstalled: () => void,
  signal: AbortSignal,
): void => {
  const report = (worker: ServiceWorker | null) => {
    if (worker && workers()?.controller && !signal.aborted) onInstalled()
  }
  const followInstalling = () => {
    const coming = registration.installing
    coming?.addEventListener(
      "statechange",
      () => {
        if (coming.state === "installed") report(coming)
      },
      { signal },
    )
  }
  report(registration.waiting)
  followInstalling()
  registration.addEventListener("updatefound", followInstalling, { signal })
}

export const installedBuilds: InstalledBuilds = {
  watch: (onInstalled, onReturn) => {
    const watching = new AbortController()
    const { signal } = watching
    workers()?.ready.then(
      (registration) => follow(registration, onInstalled, signal),
      () => {},
    )
    const returned = () => {
      if (document.visibilityState === "visible") onReturn()
    }
    document.addEventListener("visibilitychange", returned, { signal })
    return () => watching.abort()
  },
  look: () => {
    registered()
      .then((registration) => registration?.update())
      .catch(() => {})
  },
  activate: async () => {
    const waiting = (await registered())?.waiting
    if (!waiting) return
    const activated = new Promise<void>((resolve) => {
      workers()?.addEventListener("controllerchange", () => resolve(), { once: true })
    })
    waiting.postMessage("take-over")
    await activated
  },
}

/** The build, by the name of its entry script; "development" if there is none. */
export const buildName = (): string => {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src*="/assets/"]')
  return script?.getAttribute("src")?.split("/").at(-1) ?? "development"
}
