/**
 * The storage calls of the shell, at once and with an answer. Unlike the service that the app itself writes with, `setStorage` says when the browser has no room,
 * and then nothing has changed.
 */
import { CallFault, facade } from "../domain/facade.ts"
import { STORAGE_PREFIX } from "../domain/limits.ts"
import { checkOf, type Protocol } from "../domain/protocol.ts"
import type { ListedStorage } from "./storage.ts"

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

/** The browser names the place on its shelf; whoever called knows it without the prefix. */
const wordsOf = (cause: unknown, key: string): string => {
  const words = cause instanceof Error ? cause.message : String(cause)
  return words.replaceAll(`'${STORAGE_PREFIX}${key}'`, `'${key}'`)
}

export const storageCalls = (storage: ListedStorage) => {
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
