/** The device's storage when it is full, and when it is busy. */
import type { BrowserContext, Page } from "playwright-core"
import { DATABASE } from "../../../src/journal/event-store.ts"

/** `full`: a write ends as one does that finds no room. `slow`: what was written is on the disk, and yet nobody is told so for a minute. */
export type StorageState = "works" | "full" | "slow"

const NAME = "modelStorage"

/** Stands between the app and IndexedDB. */
const standBetween = (name: string) => {
  const is = (state: string): boolean => Reflect.get(globalThis, name) === state
  for (const method of ["add", "put"] as const) {
    const write = IDBObjectStore.prototype[method]
    IDBObjectStore.prototype[method] = function (value: unknown, key?: IDBValidKey) {
      if (is("full")) throw new DOMException("no room", "QuotaExceededError")
      return key === undefined ? write.call(this, value) : write.call(this, value, key)
    }
  }
  const listen = IDBTransaction.prototype.addEventListener
  IDBTransaction.prototype.addEventListener = function (type: string, listener: unknown) {
    if (typeof listener !== "function") return
    const told = (event: Event) => {
      if (type === "complete" && is("slow")) setTimeout(() => listener.call(this, event), 60_000)
      else listener.call(this, event)
    }
    listen.call(this, type, told)
  }
}

/** Makes the storage of a browser context one that can be troubled; do this before a page is opened. */
export const injectStorageFaults = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(standBetween, NAME)

export const setStorage = (page: Page, state: StorageState): Promise<unknown> =>
  page.evaluate(([name, value]) => Reflect.set(globalThis, name, value), [NAME, state] as const)

/** Runs in the page: whether the journal holds this event. */
const findInJournal = async ([name, wanted]: readonly [string, string]): Promise<boolean> => {
  const done = <A>(request: IDBRequest<A>): Promise<A> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const db = await done(indexedDB.open(name))
  const rows: readonly { readonly event: { readonly type: string; readonly at: number } }[] = await done(
    db.transaction("events").objectStore("events").getAll(),
  )
  db.close()
  return rows.some(({ event }) => `${event.type} ${event.at}` === wanted)
}

/** Whether an event that a machine has received lies on the device's disk. */
export const isJournaled = (page: Page, event: { readonly type: string }): Promise<boolean> =>
  page.evaluate(findInJournal, [DATABASE, `${event.type} ${Reflect.get(event, "at")}`] as const)
