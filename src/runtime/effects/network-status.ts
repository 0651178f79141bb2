/** What the browser knows of the network and of the site. */
import { type EventObject, fromCallback } from "xstate"

/** Sends startup.networkReturned and startup.networkLost while it runs. */
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
 * True if the server stated in the headers of this document that the site is on: then a visitor's
 * first page need not wait for the configuration.
 */
export const isSiteOnHint = (): boolean => {
  const [document] = performance.getEntriesByType("navigation")
  if (!isNavigation(document)) return false
  return document.serverTiming.some(({ name, description }) => name === "site" && description === "on")
}
