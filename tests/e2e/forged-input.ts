/** Forged input: addresses, storage values, journal rows and history states. */
import type { Page } from "playwright-core"
import { DATABASE } from "../../src/journal/journal.ts"

const LONG = "x".repeat(3_000)

/** Addresses that no link of the app leads to. */
export const addresses: readonly string[] = [
  "/nowhere",
  "/pages",
  "/pages/product",
  "/pages/tabbar/home/index/",
  "/pages/tabbar/home/index/more",
  "/PAGES/TABBAR/HOME/INDEX",
  "/pages/./tabbar/home/index",
  "/__proto__",
  "/constructor",
  "/%00",
  "/%C3%28",
  "/%E0%A4%A",
  "/<script>alert(1)</script>",
  "/login?next=//elsewhere.example",
  "/?a=%&b=%E0%A4%A&__proto__=1&constructor=2&a=3",
  "/?&&==&=&?x=?",
  `/?a=${LONG}`,
  "/#",
  "/#%E0%A4%A",
  "/#/pages/tabbar/home/index?id=1",
  "/pages/login/login?a[]=1#top",
  "/pages/login/register?code=<script>",
  "/pages/login/register?code=%F0%9F%92%A9",
  "/pages/agreement/agreement?kind=spell",
  "/pages/agreement/agreement-detail",
  "/pages/agreement/agreement-detail?id=../../etc/passwd",
  "/pages/loadding/loading?url=javascript:alert(1)",
  "/pages/empty/empty?page_url=https://elsewhere.example",
  "/notes.txt",
  "/.env",
  "/api/nowhere",
  "/wechat",
]

/** Queries that fit no page. */
export const strangeQueries: readonly [first: string, second: string] = [
  "id=%00&symbol=..%2F..&kind=spell&direction=sideways&product=%3Cb%3E&choose=yes&url=javascript%3Aalert(1)&code=999999999999",
  `id=&symbol=&kind=&direction=&product=&choose=&url=&code=&id=1&${LONG}`,
]

/** Forged storage values. */
export const values: Readonly<Record<string, string>> = {
  nothing: "",
  "half a JSON": '{"type":"string","da',
  null: "null",
  "a list": '[1,[2],{"a":null}]',
  "an object of nothing": "{}",
  "another type": '{"type":"number","data":12}',
  "an object": '{"type":"object","data":{"id":5,"url":7,"memberId":{},"username":null}}',
  "a time that is none": '{"type":"string","data":"x","expiresAtMs":"soon"}',
  "a form of the future": '{"version":9,"type":"string","data":"x"}',
  "strange characters": "\u0000\u202e\ud800<img src=x onerror=alert(1)>",
  "many characters": "y".repeat(500_000),
}

/** Keys of localStorage and sessionStorage that the app uses. */
const local = ["token", "temporary_token", "user", "locale", "theme", "intent"]
const tab = ["tab", "places"]

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
export interface JournalForgery {
  readonly table: "events" | "bases"
  /** Values that replace those of each row; undefined deletes the row. */
  readonly put: Readonly<Record<string, unknown>> | null
  /** Only every so many rows. */
  readonly every?: number
  /** Deletes later events, so that only the forged rows count. */
  readonly alone?: boolean
}

const alone = (put: Readonly<Record<string, unknown>>): JournalForgery => ({
  table: "bases",
  put,
  alone: true,
})

const snapshot = (context: unknown, value: unknown = { open: "settled" }) => ({
  status: "active",
  value,
  context,
  historyValue: {},
  children: {},
})

const entry = { id: "e.1", order: 1, name: "nowhere", path: "/x", url: "/x", tab: false, status: "loaded" }

export const journals: Readonly<Record<string, JournalForgery>> = {
  "events that are null": { table: "events", put: { event: null } },
  "events that are text": { table: "events", put: { event: "navigation.open" } },
  "events without a type": { table: "events", put: { event: { at: 1 } } },
  "events of the future": { table: "events", put: { event: { type: "navigation.fly", at: 1 } } },
  "events of another form": {
    table: "events",
    put: { event: { type: "navigation.open", url: 5, mark: "x", member: "yes", key: null, at: "now" } },
  },
  "events that open what there is not": {
    table: "events",
    put: {
      event: {
        type: "navigation.open",
        url: "javascript:alert(1)",
        mark: null,
        member: true,
        key: "k",
        at: 1,
      },
    },
  },
  "events of a million characters": { table: "events", put: { event: "z".repeat(1_000_000) } },
  "gaps between events": { table: "events", put: null, every: 2 },
  "beginnings of a future version": { table: "bases", put: { version: 99 } },
  "beginnings without a version": { table: "bases", put: { version: null, seq: "x" } },
  "beginnings after the end": { table: "bases", put: { seq: 1_000_000_000 } },
  "beginnings that are text": { table: "bases", put: { snapshot: "text" } },
  "beginnings that are no snapshot": {
    table: "bases",
    put: { snapshot: { status: "active", value: 5, context: null } },
  },
  "beginnings in a state that there is not": { table: "bases", put: { snapshot: snapshot({}, "flying") } },
  "beginnings with an empty context": { table: "bases", put: { snapshot: snapshot({}) } },
  "beginnings that are over": {
    table: "bases",
    put: { snapshot: { ...snapshot({}), status: "done" } },
  },
  "beginnings on a page that there is not": {
    table: "bases",
    alone: true,
    put: {
      snapshot: snapshot({
        table: null,
        member: true,
        pages: { stack: [entry], tabs: [{ ...entry, id: "e.2" }] },
        epoch: "e",
        count: 3,
        call: null,
        overlays: [],
        outbox: [],
      }),
    },
  },
  "beginnings of nothing": alone({ snapshot: snapshot({}) }),
  "beginnings that have nothing more to do": alone({ snapshot: { ...snapshot({}), status: "done" } }),
  "beginnings that know of things that there are not": alone({
    snapshot: { ...snapshot({}), children: { ghost: { src: "ghost", snapshot: { status: "active" } } } },
  }),
  "beginnings with stacks of another form": {
    table: "bases",
    alone: true,
    put: {
      snapshot: snapshot({
        table: { routes: 5, homeUrl: 6 },
        member: "yes",
        pages: { stack: [null, 5, {}], tabs: "none" },
        epoch: {},
        count: "many",
        call: 5,
        overlays: "x",
        outbox: [5],
      }),
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

/** Forged history states. */
export const states: readonly unknown[] = [
  5,
  "text",
  [],
  {},
  { id: "nobody", depth: 1 },
  { id: "nobody", depth: 3 },
  { id: "nobody", depth: 1_000_000_000 },
  { id: "nobody", depth: Number.MAX_SAFE_INTEGER },
  { id: "", depth: -1 },
  { id: 5, depth: "x" },
  { id: "__proto__", depth: 2, extra: { deep: [[[]]] } },
]
