/** A fault of the device's storage: full. */
import type { BrowserContext, Page } from "playwright-core"
import { DATABASE } from "../../../src/journal/journal.ts"

/** `full`: writes fail with QuotaExceededError. */
export type StorageState = "works" | "full"

const NAME = "modelStorage"

/** Patches IndexedDB in the page. */
const standBetween = (name: string) => {
  for (const method of ["add", "put"] as const) {
    const write = IDBObjectStore.prototype[method]
    IDBObjectStore.prototype[method] = function (value: unknown, key?: IDBValidKey) {
      if (Reflect.get(globalThis, name) === "full") throw new DOMException("no room", "QuotaExceededError")
      return key === undefined ? write.call(this, value) : write.call(this, value, key)
    }
  }
}

/** Prepares a browser context for storage faults. Call it before a page opens. */
export const injectStorageFaults = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(standBetween, NAME)

export const setStorage = (page: Page, state: StorageState): Promise<unknown> =>
  page.evaluate(([name, value]) => Reflect.set(globalThis, name, value), [NAME, state] as const)

/** Runs in the page: true if the journal holds this event. */
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

/** True if the journal on the device holds an event that a machine received. */
export const isJournaled = (page: Page, event: { readonly type: string }): Promise<boolean> =>
  page.evaluate(findInJournal, [DATABASE, `${event.type} ${Reflect.get(event, "at")}`] as const)
