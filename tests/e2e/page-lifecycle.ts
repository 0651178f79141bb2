import type { Page } from "playwright-core"
import { DATABASE } from "../../src/journal/journal.ts"

/** Ids of the pages whose load hooks have run, from the journal on the device. */
export const loadedPageIds = (page: Page): Promise<readonly (string | undefined)[]> =>
  page.evaluate(async (name) => {
    const done = <A>(request: IDBRequest<A>): Promise<A> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const db = await done(indexedDB.open(name))
    const rows: readonly { readonly event: { readonly type: string; readonly id?: string } }[] = await done(
      db.transaction("events").objectStore("events").getAll(),
    )
    db.close()
    const begun = rows.filter(({ event }) => /^navigation\.page(Loaded|Mounted)$/.test(event.type))
    return [...new Set(begun.map(({ event }) => event.id))]
  }, DATABASE)
