/** Whose last known answers are kept, when they are read, and when they go: with the member. */
import { Effect } from "effect"
import { LAST_KNOWN_BYTES, LAST_KNOWN_MS } from "../domain/limits.ts"
import { answerReader, type CallAnswer, type CallName, type CallRequest } from "./effects/call.ts"
import type { DeviceStorage } from "./effects/device-storage.ts"
import { questionOf, type Recall } from "./effects/offline-cache.ts"
import type { LastKnownStore } from "./effects/offline-cache-store.ts"
import { LAST_KNOWN } from "./effects/stored-session.ts"

export interface LastKnownParts {
  /** Rejects where nothing can be kept: then everything works, and a reload without a network has nothing to show. */
  readonly openStore: () => Promise<LastKnownStore>
  /** The member who is logged in. */
  readonly owner: () => string | null
  readonly storage: DeviceStorage
  readonly now: () => number
}

export interface LastKnown {
  readonly recall: Recall
  /** Keeps an answer that came to `owner` at `atMs`, unless they have gone meanwhile. Never fails. */
  readonly keep: <E extends CallName>(
    owner: string | null,
    endpoint: E,
    request: CallRequest<E>,
    answer: CallAnswer<E>,
    atMs: number,
  ) => void
  /** Forgets all of it, whoever it belongs to. Never fails; where it cannot be done now, the mark in the storage stays. */
  readonly erase: () => void
}

export const createLastKnown = ({ openStore, owner, storage, now }: LastKnownParts): LastKnown => {
  let opened: Promise<LastKnownStore> | null = null
  /** One thing after the other: what is erased stays erased. */
  let last: Promise<unknown> = Promise.resolve()
  const store = (): Promise<LastKnownStore> => {
    opened ??= openStore().catch((cause: unknown) => {
      opened = null
      throw cause
    })
    return opened
  }
  const next = (task: (store: LastKnownStore) => Promise<void>): void => {
    last = last.then(() => store().then(task)).catch(() => {})
  }
  const recall: Recall = <E extends CallName>(endpoint: E, request: CallRequest<E>) => {
    const decode = answerReader(endpoint)
    const question = questionOf(endpoint, request)
    const read = async () => {
      const who = owner()
      if (question === null || who === null) return undefined
      const known = await (await store()).read(who, question)
      if (!known || now() - known.atMs > LAST_KNOWN_MS || who !== owner()) return undefined
      const data = decode(known.data)
      return data === undefined ? undefined : { data, atMs: known.atMs }
    }
    return Effect.promise(() => read().catch(() => undefined))
  }
  return {
    recall,
    keep: (who, endpoint, request, data, atMs) => {
      const question = questionOf(endpoint, request)
      if (question === null || who === null || JSON.stringify(data).length > LAST_KNOWN_BYTES) return
      next(async (shelf) => {
        if (owner() !== who) return
        if (storage.read(LAST_KNOWN) === undefined) storage.write(LAST_KNOWN, true)
        await shelf.write({ owner: who, question, data, atMs })
      })
    },
    erase: () =>
      next(async (shelf) => {
        await shelf.erase()
        storage.remove(LAST_KNOWN)
      }),
  }
}
