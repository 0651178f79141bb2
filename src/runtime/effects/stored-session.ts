/** Where the session is kept on the device, and what can be told of it without asking anybody. */
import { type EventObject, fromCallback } from "xstate"
import { STORAGE_PREFIX } from "../../domain/limits.ts"
import type { Intent } from "../../events/session.ts"
import type { DeviceStorage } from "./device-storage.ts"
import type { Run } from "./lazy-actor.ts"

export const TOKEN = "token"
export const TEMPORARY_TOKEN = "temporary_token"
export const USER = "user"
export const INTENT = "intent"
/** There for as long as answers of an earlier visit may be on the device. */
export const OFFLINE_CACHE_MARK = "last_known"
/** An intent that nobody came back for is forgotten after an hour. */
export const INTENT_EXPIRY_SECONDS = 3_600

const isIntent = (value: unknown): value is Intent =>
  typeof value === "object" &&
  value !== null &&
  "url" in value &&
  typeof value.url === "string" &&
  "memberId" in value &&
  (value.memberId === null || typeof value.memberId === "string")

/** Where somebody wanted to be when login came in between; null where there is nothing, or nothing that makes sense. */
export const storedIntent = (storage: DeviceStorage): Intent | null => {
  const kept = storage.read(INTENT)
  return isIntent(kept) ? kept : null
}

export const storedToken = (storage: DeviceStorage): string | null => {
  const token = storage.read(TOKEN)
  return typeof token === "string" ? token : null
}

/** Forgets who was logged in on this device. */
export const forgetSession = (storage: DeviceStorage): void => {
  for (const name of [TOKEN, TEMPORARY_TOKEN, USER]) storage.remove(name)
}

type LoadProgram = () => Promise<Run<undefined>>

/** Gives session.absent at once where no token is kept; else what `bring` reads gives its fact. */
export const sessionLoader = (storage: DeviceStorage, now: () => number, bring: LoadProgram) =>
  fromCallback<EventObject>(({ sendBack }) => {
    const absent = () => sendBack({ type: "session.absent", intent: storedIntent(storage), at: now() })
    if (storedToken(storage) === null) return absent()
    bring().then((run) => run(undefined, sendBack), absent)
  })

/** A tab that stood still hears at once of all that others did meanwhile: who came and went in between is not shown. */
const SETTLED_AFTER_MS = 50

/** Hears when another tab of this browser logs in or out; what `bring` reads then gives the fact. */
export const sessionWatcher = (bring: LoadProgram) =>
  fromCallback<EventObject>(({ sendBack }) => {
    let settling: ReturnType<typeof setTimeout> | undefined
    const look = () =>
      bring().then(
        (run) => run(undefined, sendBack),
        () => {},
      )
    const heard = ({ key }: StorageEvent) => {
      if (key !== null && key !== STORAGE_PREFIX + TOKEN) return
      clearTimeout(settling)
      settling = setTimeout(look, SETTLED_AFTER_MS)
    }
    addEventListener("storage", heard)
    return () => {
      clearTimeout(settling)
      removeEventListener("storage", heard)
    }
  })
