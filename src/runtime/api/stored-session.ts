/** The session on the device, and what it says without a call. */
import { type EventObject, fromCallback } from "xstate"
import { STORAGE_PREFIX } from "../../domain/limits.ts"
import type { Intent } from "../../events/session.ts"
import type { Run } from "../actors/lazy-actor.ts"
import type { DeviceStorage } from "./device-storage.ts"
import { LAST_HOME } from "./last-home.ts"

export const TOKEN = "token"
export const TEMPORARY_TOKEN = "temporary_token"
export const USER = "user"
export const INTENT = "intent"
/** The id of the member while one of their operations is in doubt: home then waits for it. */
export const IN_DOUBT = "in_doubt"
/** Stored as long as the offline cache may hold answers. */
export const OFFLINE_CACHE_MARK = "last_known"
/** An intent is forgotten after an hour. */
export const INTENT_EXPIRY_SECONDS = 3_600

const isIntent = (value: unknown): value is Intent =>
  typeof value === "object" &&
  value !== null &&
  "url" in value &&
  typeof value.url === "string" &&
  "memberId" in value &&
  (value.memberId === null || typeof value.memberId === "string")

/** The page that the member wanted before login; null if absent or invalid. */
export const storedIntent = (storage: DeviceStorage): Intent | null => {
  const intent = storage.read(INTENT)
  return isIntent(intent) ? intent : null
}

export const storedToken = (storage: DeviceStorage): string | null => {
  const token = storage.read(TOKEN)
  return typeof token === "string" ? token : null
}

/** What ends with a session; the last home is shown by the document before any code has loaded. */
export const SESSION_NAMES = [TOKEN, TEMPORARY_TOKEN, USER, LAST_HOME, IN_DOUBT] as const

/** Deletes the stored session. */
export const forgetSession = (storage: DeviceStorage): void => {
  for (const name of SESSION_NAMES) storage.remove(name)
}

type LoadProgram = () => Promise<Run<undefined>>

/** Sends session.notRestored at once without a token; else runs the loaded program. */
export const sessionLoader = (storage: DeviceStorage, now: () => number, bring: LoadProgram) =>
  fromCallback<EventObject>(({ sendBack }) => {
    const absent = () => sendBack({ type: "session.notRestored", intent: storedIntent(storage), at: now() })
    if (storedToken(storage) === null) return absent()
    bring().then((run) => run(undefined, sendBack), absent)
  })

/** After a suspension a tab gets all storage events at once; only the last state counts. */
const SETTLED_AFTER_MS = 50

/** Watches other tabs of this browser log in or out, and runs the loaded program then. */
export const sessionWatcher = (bring: LoadProgram) =>
  fromCallback<EventObject>(({ sendBack }) => {
    let settling: ReturnType<typeof setTimeout> | undefined
    const look = () =>
      bring().then(
        (run) => run(undefined, sendBack),
        () => {},
      )
    const onStorage = ({ key }: StorageEvent) => {
      if (key !== null && key !== STORAGE_PREFIX + TOKEN) return
      clearTimeout(settling)
      settling = setTimeout(look, SETTLED_AFTER_MS)
    }
    addEventListener("storage", onStorage)
    return () => {
      clearTimeout(settling)
      removeEventListener("storage", onStorage)
    }
  })
