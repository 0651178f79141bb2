/** What the browser itself says of the network and of the site. */
import { type EventObject, fromCallback } from "xstate"

/** Gives startup.networkReturned and startup.networkLost for as long as it lives. */
export const networkActor = () =>
  fromCallback<EventObject>(({ sendBack }) => {
    const tell = () =>
      sendBack({ type: navigator.onLine ? "startup.networkReturned" : "startup.networkLost" })
    addEventListener("online", tell)
    addEventListener("offline", tell)
    return () => {
      removeEventListener("online", tell)
      removeEventListener("offline", tell)
    }
  })

const isNavigation = (entry: PerformanceEntry | undefined): entry is PerformanceNavigationTiming =>
  entry !== undefined && "serverTiming" in entry

/**
 * True where the server said, in the headers of this very document, that the site is on: a visitor's first page then has nothing to wait for. False where it
 * said nothing (another server, a browser that does not tell): the configuration is asked for as ever.
 */
export const isSiteOnHint = (): boolean => {
  const [document] = performance.getEntriesByType("navigation")
  if (!isNavigation(document)) return false
  return document.serverTiming.some(({ name, description }) => name === "site" && description === "on")
}
