/** Shows the cached balance with its time before any code has loaded. */
import { LAST_KNOWN_MS } from "../../src/domain/limits.ts"
import {
  BALANCE_CACHE_KEY,
  OFFLINE_CACHE_LOCATION,
} from "../../src/runtime/effects/offline-cache-location.ts"
import { AMOUNTS_HIDDEN } from "../../src/runtime/effects/stored-preferences.ts"
import { OFFLINE_CACHE_MARK, USER } from "../../src/runtime/effects/stored-session.ts"
import { isDecimal, LIGHT_PARTS, MONEY, trueMinus } from "../../src/ui/money-parts.ts"

type Read = (name: string) => string | null

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined

/** Reads a stored value that is not plain text. */
const keptData = (read: Read, name: string): unknown => {
  try {
    return fieldOf(JSON.parse(read(name) ?? "null"), "data")
  } catch {
    return undefined
  }
}

/** Reads the cached row; creates no database where there is none. */
const ask = (owner: string, tell: (kept: unknown) => void): void => {
  const { database, table } = OFFLINE_CACHE_LOCATION
  const opening = indexedDB.open(database)
  opening.onupgradeneeded = () => opening.transaction?.abort()
  opening.onsuccess = () => {
    const db = opening.result
    if (!db.objectStoreNames.contains(table)) return db.close()
    const asked = db.transaction(table).objectStore(table).get([owner, BALANCE_CACHE_KEY])
    asked.onsuccess = () => tell(asked.result)
    // it waits for the answer and blocks nothing, however that ends
    db.close()
  }
}

/** Formats the amount as `Amount` does. */
const writeAmount = (drawing: HTMLDataElement, tag: string, amount: `${number}`): void => {
  const sample = drawing.querySelector("span")
  const parts = new Intl.NumberFormat(tag, { ...MONEY, signDisplay: "negative" }).formatToParts(amount)
  const drawn = parts.map(({ type, value }) => {
    const span = document.createElement("span")
    if (LIGHT_PARTS.has(type)) span.className = sample?.className ?? ""
    span.textContent = trueMinus(value)
    return span
  })
  drawing.value = amount
  drawing.style.setProperty("--length", String(parts.reduce((sum, { value }) => sum + value.length, 0)))
  sample?.replaceWith(...drawn)
}

/** Inserts the figure; nothing if it is unknown, too old, or amounts are hidden. */
export const showKnown = (read: Read, tag: string, place: Element, drawing: DocumentFragment): void => {
  const owner = fieldOf(keptData(read, USER), "id")
  if (typeof owner !== "string" || read(OFFLINE_CACHE_MARK) === null) return
  if (keptData(read, AMOUNTS_HIDDEN) === true) return
  const tell = (kept: unknown): void => {
    const [amount, atMs] = [fieldOf(fieldOf(kept, "data"), "available"), fieldOf(kept, "atMs")]
    if (typeof amount !== "string" || !isDecimal(amount) || typeof atMs !== "number") return
    const figure = drawing.querySelector("data")
    const note = drawing.querySelector("p:last-of-type")
    // the app may have started meanwhile and knows better
    if (Date.now() - atMs > LAST_KNOWN_MS || !place.isConnected || !figure || !note) return
    writeAmount(figure, tag, amount)
    const time = new Intl.DateTimeFormat(tag, { dateStyle: "medium", timeStyle: "short" }).format(atMs)
    note.textContent = note.textContent.replace("{time}", time)
    place.replaceChildren(drawing)
  }
  try {
    ask(owner, tell)
  } catch {
    // no database on this device
  }
}
