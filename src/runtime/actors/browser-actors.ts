/** Actors that report what the browser does: its history, its network, and whether it is visible. */
import { type EventObject, fromCallback } from "xstate"
import { VISIBLE_REMINDER_MS } from "../../domain/limits.ts"
import type { BrowserMirror } from "../../events/navigation.ts"
import { type HistoryPort, mirrorHistory } from "../../navigation/history.ts"

/**
 * Receives browser.mirror; sends navigation.popped, navigation.appHidden and navigation.appShown.
 */
export const browserActor = (port: HistoryPort, now: () => number, createKey: () => string) =>
  fromCallback<BrowserMirror>(({ receive, sendBack }) => {
    const mirrored = mirrorHistory(port, (mark, url) =>
      sendBack({ type: "navigation.popped", mark, url, key: createKey(), at: now() }),
    )
    let isBegun = false
    receive(({ entries }) => {
      if (!isBegun) mirrored.begin(entries)
      else mirrored.mirror(entries)
      isBegun = true
    })
    const tell = () =>
      sendBack({
        type: document.visibilityState === "hidden" ? "navigation.appHidden" : "navigation.appShown",
        at: now(),
      })
    if (typeof document !== "undefined") document.addEventListener("visibilitychange", tell)
    return () => {
      mirrored.stop()
      if (typeof document !== "undefined") document.removeEventListener("visibilitychange", tell)
    }
  })

// What the browser knows of the network and of the site.

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

/** Sends startup.stayedVisible every VISIBLE_REMINDER_MS while the page is visible. */
export const visibilityActor = () =>
  fromCallback<EventObject>(({ sendBack }) => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") sendBack({ type: "startup.stayedVisible" })
    }, VISIBLE_REMINDER_MS)
    return () => clearInterval(timer)
  })

const isNavigation = (entry: PerformanceEntry | undefined): entry is PerformanceNavigationTiming =>
  entry !== undefined && "serverTiming" in entry

/**
 * True if the server stated in the headers of this document that the site is on: then a visitor's
 * first page need not wait for the configuration.
 */
export const isSiteOnHint = (): boolean => isHinted("site", "on")

/**
 * True if the server stated that the first page shows something configured: then the configuration
 * is requested at once.
 */
export const isConfigShownHint = (): boolean => isHinted("config", "shown")

const isHinted = (hint: string, wanted: string): boolean => {
  const [document] = performance.getEntriesByType("navigation")
  if (!isNavigation(document)) return false
  return document.serverTiming.some(({ name, description }) => name === hint && description === wanted)
}
