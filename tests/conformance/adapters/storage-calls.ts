/**
 * The framework's storage calls over the product's device storage. Unlike the product's `write`, `setStorage` fails if the
 * browser refuses the value, and then changes nothing.
 */
import { STORAGE_PREFIX } from "../../../src/domain/limits.ts"
import {
  createStorage,
  encodeStored,
  expiryOf,
  type KeyValueStorage,
} from "../../../src/runtime/api/device-storage.ts"
import { type ArgumentRules, checkArguments } from "./argument-rules.ts"
import { CallFault, frameworkCall } from "./framework-call.ts"

const NOT_FOUND = "data not found"

const KEY_RULES: ArgumentRules = { key: { type: "String", required: true } }
const checkKey = checkArguments(KEY_RULES)
const checkSetting = checkArguments({ ...KEY_RULES, data: { required: true } })

interface KeyOptions {
  readonly key: string
}
interface SetOptions extends KeyOptions {
  readonly data: unknown
  /** Seconds until the value expires. */
  readonly expire?: number | undefined
}
interface StorageInfo {
  readonly keys: readonly string[]
  /** Kilobytes, rounded up: two bytes per character, names included. */
  readonly currentSize: number
  /** Unlimited: browsers do not tell pages their limit. */
  readonly limitSize: number
}

/** Storage whose names can be listed: `localStorage` fits. */
export interface ListedArea extends KeyValueStorage {
  readonly length: number
  key(index: number): string | null
}

/** The message of an error, with the stored name replaced by the key that the caller gave. */
const detailOf = (cause: unknown, key: string): string => {
  const message = cause instanceof Error ? cause.message : String(cause)
  return message.replaceAll(`'${STORAGE_PREFIX}${key}'`, `'${key}'`)
}

/** The names that begin with the prefix; none if the storage throws. */
const storedNames = (area: () => ListedArea): readonly string[] => {
  try {
    const used = area()
    return Array.from({ length: used.length }, (_, index) => used.key(index) ?? "").filter((name) =>
      name.startsWith(STORAGE_PREFIX),
    )
  } catch {
    return []
  }
}

/** The product's storage, with a list of what it holds and a write that fails loudly. */
const listedStorage = (area: () => ListedArea, now: () => number) => {
  /** Names whose removal failed: the product hides their values, so the list leaves them out. */
  const hidden = new Set<string>()
  const watched = (): KeyValueStorage => {
    const used = area()
    return {
      getItem: (name) => used.getItem(name),
      setItem: (name, text) => {
        used.setItem(name, text)
        hidden.delete(name)
      },
      removeItem: (name) => {
        hidden.add(name)
        used.removeItem(name)
        hidden.delete(name)
      },
    }
  }
  const storage = createStorage(watched, now)
  const textOf = (name: string): string | null => {
    if (hidden.has(name)) return null
    try {
      return area().getItem(name)
    } catch {
      return null
    }
  }
  return {
    ...storage,
    /** True if there is a value, undefined included. Removes an expired value first. */
    has: (key: string): boolean => storage.read(key) !== undefined || textOf(STORAGE_PREFIX + key) !== null,
    /** Writes a value, or throws the error of the browser's storage and changes nothing. */
    put: (key: string, value: unknown, expirySeconds?: number): void => {
      area().setItem(STORAGE_PREFIX + key, encodeStored(value, expiryOf(now(), expirySeconds)))
      storage.write(key, value, expirySeconds)
    },
    /** Characters per key, the key included. Counts expired values until they are read. */
    list: (): ReadonlyMap<string, number> => {
      const sizes = storedNames(area).flatMap((name): readonly [string, number][] => {
        const text = textOf(name)
        const key = name.slice(STORAGE_PREFIX.length)
        return text === null ? [] : [[key, key.length + text.length]]
      })
      return new Map(sizes)
    },
  }
}

/** The calls over a storage; `area` may throw when called and at any use. */
export const storageCalls = (area: () => ListedArea, now: () => number) => {
  const storage = listedStorage(area, now)
  const setStorageSync = (key: string, data: unknown, expire?: number): void => {
    const fault = checkKey({ key })
    if (fault !== null) throw new CallFault(fault)
    try {
      storage.put(key, data, expire)
    } catch (cause) {
      throw new CallFault(detailOf(cause, key))
    }
  }
  /** "" if there is no value, or the value is undefined. */
  const getStorageSync = (key: string): unknown => {
    const value = storage.read(key)
    return value === undefined ? "" : value
  }
  const clearStorageSync = (): void => {
    for (const key of storage.list().keys()) storage.remove(key)
  }
  const getStorageInfoSync = (): StorageInfo => {
    const sizes = storage.list()
    const characters = [...sizes.values()].reduce((sum, size) => sum + size, 0)
    const currentSize = Math.ceil((characters * 2) / 1024)
    return { keys: [...sizes.keys()], currentSize, limitSize: Number.MAX_VALUE }
  }
  return {
    setStorageSync,
    getStorageSync,
    removeStorageSync: storage.remove,
    clearStorageSync,
    getStorageInfoSync,
    setStorage: frameworkCall(
      "setStorage",
      async ({ key, data, expire }: SetOptions) => {
        setStorageSync(key, data, expire)
        return {}
      },
      checkSetting,
    ),
    getStorage: frameworkCall(
      "getStorage",
      async ({ key }: KeyOptions) => {
        if (!storage.has(key)) throw new CallFault(NOT_FOUND)
        return { data: getStorageSync(key) }
      },
      checkKey,
    ),
    removeStorage: frameworkCall(
      "removeStorage",
      async ({ key }: KeyOptions) => {
        storage.remove(key)
        return {}
      },
      checkKey,
    ),
    clearStorage: frameworkCall("clearStorage", async (_: object) => {
      clearStorageSync()
      return {}
    }),
    getStorageInfo: frameworkCall("getStorageInfo", async (_: object) => getStorageInfoSync()),
  }
}
