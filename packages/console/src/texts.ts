/** The texts of the console: English, or those that are given. */

import { createContext, useContext } from "react"
import type { Timeline } from "./timeline.ts"

/** By the plural category of `count`. */
type Plural = { readonly one: string; readonly other: string }

/** `{name}` stands for a value. */
export const english = {
  "all-events": "All events",
  "all-machines": "All machines",
  "by-hand": "Sent by hand",
  changes: "What changed",
  chart: "Chart of {machine}",
  compare: "Compare",
  "compare.absent": "Not there",
  "compare.count": { one: "{count} actor differs", other: "{count} actors differ" },
  "compare.same": "Nothing differs between A and B.",
  context: "Context",
  "dock.bottom": "Dock at the bottom",
  "dock.side": "Dock at the side",
  "dock.window": "Open in its own window",
  ended: "Ended",
  "event-count": { one: "{count} event", other: "{count} events" },
  events: "Events",
  failed: "This part of the console failed: {words}",
  failure: "Failure",
  filter: "Search",
  larger: "Larger",
  live: "Live",
  machines: "Machines",
  "mark.before": "{count} events before B",
  "mark.remove": "Remove mark {mark}",
  "mark.set": "Set {mark} here",
  "mark.shown": "The shown moment",
  marks: "Marked moments",
  moment: "Moment",
  new: "{count} new",
  "new-many": "{count}+ new",
  next: "Next event",
  "next-error": "Next failure",
  "no-changes": "Nothing changed.",
  "no-error": "No failure further on",
  "not-handled": "Not handled",
  nothing: "Nothing to show.",
  now: "Now",
  parts: "Parts of the console",
  pause: "Pause",
  place: "{place} of {count} · {time} · {event}",
  "place.first": "Before the first of {count} events",
  play: "Play",
  previous: "Previous event",
  "read-only": "Earlier",
  recomputed: "Computed again from the events",
  recording: "Recording",
  send: "Send an event",
  "send.choose": "Choose an event",
  "send.empty.new-key": "Empty: a new key",
  "send.empty.now": "Empty: the time of sending",
  "send.empty.null": "Empty: null",
  "send.empty.omitted": "Empty: left out",
  "send.event": "Event",
  "send.gone": "Not sent: the actor has ended.",
  "send.ignored": "Sent: the machine ignores it in this state.",
  "send.json": "This is not JSON.",
  "send.missing": "This is required.",
  "send.note": "The app acts on it as on any other event.",
  "send.number": "This is not a number.",
  "send.refused": "The schema refuses it: {words}",
  "send.sent": "Sent: the machine took a transition.",
  "send.submit": "Send by hand",
  sequence: "Sequence",
  "sequence.actors": "Actors",
  "sequence.effect": "from the effect {effect}",
  "sequence.message": "{event}: {sender} to {receiver}",
  "sequence.omitted": {
    one: "{count} earlier event is not drawn.",
    other: "{count} earlier events are not drawn.",
  },
  "sequence.outside": "Outside",
  "sequence.routed": "routed from {event}",
  "sequence.timer": "after a delay",
  "sequence.unknown": "Unknown sender",
  "show-moment": "Show this moment",
  smaller: "Smaller",
  "source.elsewhere": "From another tab",
  "source.journal": "From a journal",
  speed: "Speed",
  title: "Inspector",
  "try-again": "Try again",
  "window.blocked": "The browser blocked the window. Allow pop-ups for this site, then try again.",
  "window.follows":
    "Follows the app in its tab. After a reload of the app it continues here; once the tab is closed, it stops.",
  "window.gone":
    "The app’s tab was closed or is reloading. After a reload the console continues here; otherwise you can close this window.",
  "zoom-fit": "Fit to view",
  "zoom-in": "Zoom in",
  "zoom-out": "Zoom out",
} as const satisfies Readonly<Record<string, string | Plural>>

export type TextId = keyof typeof english

/** The text of an id, with values for its `{name}`s. */
export type Text = (id: TextId, values?: Readonly<Record<string, string | number>>) => string

export interface Texts {
  /** A BCP 47 tag: of numbers and times. */
  readonly locale: string
  readonly text: Text
  /** Time of day with seconds. */
  readonly time: (atMs: number) => string
  /** The name of a further panel; by default that of its option. */
  readonly panelName?: (id: string) => string
}

/** Some or all texts in another language; English stands for those that are missing. */
export type TextTable = { readonly [Id in TextId]?: string | Plural }

/** Makes texts from a table, with the plural rules and the times of a locale. */
export const createTexts = (locale: string, table: TextTable = {}): Texts => {
  const rules = new Intl.PluralRules(locale)
  const numbers = new Intl.NumberFormat(locale)
  const times = new Intl.DateTimeFormat(locale, { timeStyle: "medium" })
  const shown = (value: string | number | undefined): string =>
    typeof value === "number" ? numbers.format(value) : (value ?? "")
  return {
    locale,
    time: (atMs) => times.format(atMs),
    text: (id, values = {}) => {
      const entry: string | Plural = table[id] ?? english[id]
      const isOne = rules.select(Number(values.count ?? 0)) === "one"
      const pattern = typeof entry === "string" ? entry : isOne ? entry.one : entry.other
      return pattern.replaceAll(/\{(\w+)\}/g, (_match, name: string) => shown(values[name]))
    },
  }
}

const TextsContext = createContext<Texts | null>(null)

export const TextsProvider = TextsContext.Provider

export const useTexts = (): Texts => {
  const texts = useContext(TextsContext)
  if (!texts) throw new Error("useTexts outside of TextsProvider")
  return texts
}

/** Returns a function that describes a timeline position in text, visible and as `aria-valuetext`. */
export const usePositionText = (): ((timeline: Timeline, position: number) => string) => {
  const { text, time } = useTexts()
  return (timeline, position) => {
    const entry = timeline.entryAt(position)
    const begin = timeline.begin()
    const at = { place: position - begin, count: timeline.end() - begin }
    if (!entry) return text("place.first", at)
    const { type } = entry.event
    return text("place", { ...at, event: type, time: time(entry.atMs) })
  }
}
