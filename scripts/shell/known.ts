/** Shows the balance with its time before any code has loaded: the cached one, then the server's. */
import { LAST_KNOWN_MS } from "../../src/domain/limits.ts"
import { AMOUNTS_HIDDEN } from "../../src/runtime/api/stored-preferences.ts"
import {
  BALANCE_CACHE_KEY,
  OFFLINE_CACHE_LOCATION,
  OFFLINE_CACHE_MARK,
} from "../../src/runtime/api/stored-session.ts"
import { isDecimal, LIGHT_PARTS, MONEY, trueMinus } from "../../src/ui/money-parts.ts"
import { fieldOf, memberId, read, readAnswer, readData } from "./kept.ts"

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

/** Fills in when a figure was so. */
export const writeTime = (note: Element, tag: string, atMs: number): void => {
  const time = new Intl.DateTimeFormat(tag, { dateStyle: "medium", timeStyle: "short" }).format(atMs)
  note.textContent = note.textContent.replace("{time}", time)
}

/**
 * Inserts the cached figure, and the server's as soon as it has answered; nothing that is unknown or
 * too old, or while amounts are hidden.
 */
export const showKnown = (
  tag: string,
  balanceUrl: string,
  place: Element,
  sample: DocumentFragment,
): void => {
  const owner = memberId()
  if (owner === null || readData(AMOUNTS_HIDDEN) === true) return
  let shownAtMs = 0
  const tell = (kept: unknown): void => {
    const [amount, atMs] = [fieldOf(fieldOf(kept, "data"), "available"), fieldOf(kept, "atMs")]
    if (typeof amount !== "string" || !isDecimal(amount) || typeof atMs !== "number") return
    const drawing = document.importNode(sample, true)
    const figure = drawing.querySelector("data")
    const note = drawing.querySelector("p:last-of-type")
    if (Date.now() - atMs > LAST_KNOWN_MS || atMs < shownAtMs || !figure || !note) return
    // the app may have started meanwhile and knows better
    if (!place.isConnected) return
    shownAtMs = atMs
    writeAmount(figure, tag, amount)
    writeTime(note, tag, atMs)
    place.replaceChildren(drawing)
  }
  readAnswer(balanceUrl).then(
    (data) => tell({ data, atMs: Date.now() }),
    () => {},
  )
  if (read(OFFLINE_CACHE_MARK) === null) return
  try {
    ask(owner, tell)
  } catch {
    // no database on this device
  }
}
