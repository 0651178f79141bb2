/**
 * The storage calls of the shell, at once and with an answer. Unlike the service that the app itself writes with, `setStorage` says when the browser has no room,
 * and then nothing has changed.
 */
import { CallFault, facade } from "../domain/facade.ts"
import { STORAGE_PREFIX } from "../domain/limits.ts"
import { checkOf, type Protocol } from "../domain/protocol.ts"
import { createStorage, type Own, type Shelf } from "./storage.ts"
import { encodeStored, expiryOf } from "./stored.ts"

export const NOT_FOUND = "data not found"

const KEYED: Protocol = { key: { type: "String", required: true } }
const keyed = checkOf(KEYED)
const setting = checkOf({ ...KEYED, data: { required: true } })

export interface Keyed {
  readonly key: string
}
export interface Setting extends Keyed {
  readonly data: unknown
  /** Seconds after which the value is gone. */
  readonly expire?: number | undefined
}
export interface StorageInfo {
  readonly keys: readonly string[]
  /** Kilobytes, rounded up: two bytes a character, names included. */
  readonly currentSize: number
  /** No limit of ours: that of the browser is not told to pages. */
  readonly limitSize: number
}

/** A shelf whose names can be told: `localStorage` fits. */
export interface ListedShelf extends Shelf {
  readonly length: number
  key(index: number): string | null
}

/** The browser names the place on its shelf; whoever called knows it without the prefix. */
const wordsOf = (cause: unknown, key: string): string => {
  const words = cause instanceof Error ? cause.message : String(cause)
  return words.replaceAll(`'${STORAGE_PREFIX}${key}'`, `'${key}'`)
}

/** Names on the shelf without their prefix; none where the shelf throws. */
const namesOn = (shelf: () => ListedShelf): readonly string[] => {
  try {
    const used = shelf()
    return Array.from({ length: used.length }, (_, index) => used.key(index) ?? "").filter((full) =>
      full.startsWith(STORAGE_PREFIX),
    )
  } catch {
    return []
  }
}

/** Storage that also tells what it holds, and whether the shelf had room. */
const listedStorage = (shelf: () => ListedShelf, now: () => number) => {
  const own: Own = new Map()
  const storage = createStorage(shelf, now, own)
  const textOf = (full: string): string | null => {
    if (own.has(full)) return own.get(full) ?? null
    try {
      return shelf().getItem(full)
    } catch {
      return null
    }
  }
  return {
    ...storage,
    /** True where there is a value, and be it undefined; one that has expired is removed first. */
    has: (name: string): boolean =>
      storage.read(name) !== undefined || textOf(STORAGE_PREFIX + name) !== null,
    /** Keeps a value on the shelf, or throws what the shelf threw and leaves all as it was. */
    put: (name: string, value: unknown, expirySeconds?: number): void => {
      const full = STORAGE_PREFIX + name
      shelf().setItem(full, encodeStored(value, expiryOf(now(), expirySeconds)))
      own.delete(full)
    },
    /** How many characters each value takes with its name; expired ones too until they are read. */
    list: (): ReadonlyMap<string, number> => {
      const there = [...new Set([...namesOn(shelf), ...own.keys()])].flatMap(
        (full): readonly [string, number][] => {
          const text = textOf(full)
          const name = full.slice(STORAGE_PREFIX.length)
          return text === null ? [] : [[name, name.length + text.length]]
        },
      )
      return new Map(there)
    },
  }
}

/** The calls over a shelf; `shelf` may throw when it is asked for, and at any use. */
export const storageCalls = (shelf: () => ListedShelf, now: () => number) => {
  const storage = listedStorage(shelf, now)
  const setStorageSync = (key: string, data: unknown, expire?: number): void => {
    const fault = keyed({ key })
    if (fault !== null) throw new CallFault(fault)
    try {
      storage.put(key, data, expire)
    } catch (cause) {
      throw new CallFault(wordsOf(cause, key))
    }
  }
  /** "" where there is none, or what there is has no value. */
  const getStorageSync = (key: string): unknown => {
    const value = storage.read(key)
    return value === undefined ? "" : value
  }
  const clearStorageSync = (): void => {
    for (const key of storage.list().keys()) storage.remove(key)
  }
  const getStorageInfoSync = (): StorageInfo => {
    const kept = storage.list()
    const characters = [...kept.values()].reduce((sum, size) => sum + size, 0)
    const currentSize = Math.ceil((characters * 2) / 1024)
    return { keys: [...kept.keys()], currentSize, limitSize: Number.MAX_VALUE }
  }
  return {
    setStorageSync,
    getStorageSync,
    removeStorageSync: storage.remove,
    clearStorageSync,
    getStorageInfoSync,
    setStorage: facade(
      "setStorage",
      async ({ key, data, expire }: Setting) => {
        setStorageSync(key, data, expire)
        return {}
      },
      setting,
    ),
    getStorage: facade(
      "getStorage",
      async ({ key }: Keyed) => {
        if (!storage.has(key)) throw new CallFault(NOT_FOUND)
        return { data: getStorageSync(key) }
      },
      keyed,
    ),
    removeStorage: facade(
      "removeStorage",
      async ({ key }: Keyed) => {
        storage.remove(key)
        return {}
      },
      keyed,
    ),
    clearStorage: facade("clearStorage", async (_: object) => {
      clearStorageSync()
      return {}
    }),
    getStorageInfo: facade("getStorageInfo", async (_: object) => getStorageInfoSync()),
  }
}
