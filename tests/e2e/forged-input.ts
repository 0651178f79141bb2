/** Forged input: storage values and journal rows. */
import type { Page } from "playwright-core"
import { DATABASE } from "../../src/journal/journal.ts"

/** Forged storage values. */
export const values = {
  "half a JSON": '{"type":"string","da',
  "an object": '{"type":"object","data":{"id":5,"url":7,"memberId":{},"username":null}}',
} as const

/** Keys of localStorage and sessionStorage that the app uses. */
const local = ["token", "temporary_token", "user", "locale", "theme", "intent"]
const tab = ["tab", "places", "draft navigation", "draft form.login"]

/** Stores `value` under every key except the excluded ones. */
export const forgeValues = (page: Page, value: string, spared: readonly string[] = []): Promise<void> =>
  page.evaluate(
    ([kept, mine, forged, left]) => {
      for (const name of kept) if (!left.includes(name)) localStorage.setItem(`app_${name}`, forged)
      for (const name of mine) if (!left.includes(name)) sessionStorage.setItem(`app_${name}`, forged)
    },
    [local, tab, value, spared] as const,
  )

/** Forged journal rows. `null` in `put` deletes the row. */
interface JournalForgery {
  readonly table: "events" | "bases"
  /** Values that replace those of each row. */
  readonly put: Readonly<Record<string, unknown>> | null
  /** Only every so many rows. */
  readonly every?: number
  /** Deletes later events, so that only the forged rows count. */
  readonly alone?: boolean
}

const entry = { id: "e.1", order: 1, name: "nowhere", path: "/x", url: "/x", tab: false, status: "loaded" }
const context = {
  ...{ table: null, member: true, epoch: "e", count: 3, call: null, overlays: [], outbox: [] },
  pages: { stack: [entry], tabs: [{ ...entry, id: "e.2" }] },
}

export const journals: Readonly<Record<string, JournalForgery>> = {
  "events of another form": {
    table: "events",
    put: { event: { type: "navigation.open", url: 5, mark: "x", member: "yes", key: null, at: "now" } },
  },
  "gaps between events": { table: "events", put: null, every: 2 },
  "beginnings of a future version": { table: "bases", put: { version: 99 } },
  "beginnings on a page that there is not": {
    table: "bases",
    alone: true,
    put: {
      snapshot: { status: "active", value: { open: "settled" }, context, historyValue: {}, children: {} },
    },
  },
}

/** A URL of the same origin without the app. */
export const stepAside = async (page: Page): Promise<void> => void (await page.goto("/icon.svg"))

/** Changes the journal while no document of the app is open. Returns the number of rows. */
export const forgeJournal = (
  page: Page,
  { table, put, every = 1, alone = false }: JournalForgery,
): Promise<number> =>
  page.evaluate(
    async ([name, store, change, step, isAlone]) => {
      const opened = indexedDB.open(name)
      await new Promise((resolve) => {
        opened.onsuccess = resolve
      })
      const transaction = opened.result.transaction(["events", "bases", "caches"], "readwrite")
      const done = new Promise((resolve) => {
        transaction.oncomplete = resolve
      })
      let seen = 0
      const asked = transaction.objectStore(store).openCursor()
      asked.onsuccess = () => {
        const cursor = asked.result
        if (!cursor) return
        if (seen % step === 0 && change === null) cursor.delete()
        else if (seen % step === 0) cursor.update({ ...cursor.value, ...change })
        seen += 1
        cursor.continue()
      }
      if (isAlone) for (const emptied of ["events", "caches"]) transaction.objectStore(emptied).clear()
      await done
      opened.result.close()
      return seen
    },
    [DATABASE, table, put, every, alone] as const,
  )
