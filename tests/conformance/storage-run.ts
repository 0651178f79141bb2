/** Drives the storage calls of a case over a storage in Node or in a browser. */
import { STORAGE_PREFIX } from "../../src/domain/limits.ts"
import { observeCall } from "./adapters/framework-call.ts"
import { type ListedArea, storageCalls } from "./adapters/storage-calls.ts"
import type { Plain } from "./area.ts"
import { classOf, meantBy } from "./values.ts"

/** The key of cases that give none. */
const USUAL_KEY = "key"

const GIVEN = /^(has|raw|storage)$/
const STEP = /^(call|key|data|expire|expires|expiry|expirySeconds|callbacks|waitMs|await)$/
const unknownKey = (entry: Plain, known: RegExp): string | undefined =>
  Object.keys(entry).find((key) => !known.test(key))

/** Passed on unchecked: the call under test judges invalid values. */
const secondsOf = (step: Plain): unknown =>
  meantBy(step.expire ?? step.expires ?? step.expiry ?? step.expirySeconds)

const broken = (): never => {
  throw new DOMException("The operation is insecure.", "SecurityError")
}

/** The methods that a case lets throw: "set throws", "removeItem and getItem throw". */
const USES = ["getItem", "setItem", "removeItem"] as const

const faultyArea = (words: string, area: ListedArea): ListedArea => {
  const throwing = USES.filter((use) => new RegExp(`\\b${use.replace("Item", "(Item)?")}\\b`).test(words))
  if (throwing.length === 0) return broken()
  const usual: ListedArea = {
    get length() {
      return area.length
    },
    key: (index) => area.key(index),
    getItem: (name) => area.getItem(name),
    setItem: (name, text) => area.setItem(name, text),
    removeItem: (name) => area.removeItem(name),
  }
  return Object.assign(usual, Object.fromEntries(throwing.map((use) => [use, broken])))
}

type Calls = ReturnType<typeof storageCalls>

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

/** The result of a synchronous call in the form of an asynchronous one. */
const atOnce = (name: string, act: () => unknown): Plain => {
  try {
    const value = act()
    return { value, errMsg: `${name}:ok` }
  } catch (cause) {
    return { errMsg: `${name}:fail ${messageOf(cause)}`, throws: messageOf(cause) }
  }
}

const syncCall = (calls: Calls, name: string, step: Plain): Plain => {
  const key = keyOf(step)
  switch (name) {
    case "setStorageSync":
      return atOnce(name, () =>
        Reflect.apply(calls.setStorageSync, null, [key, meantBy(step.data), secondsOf(step)]),
      )
    case "getStorageSync":
      return atOnce(name, () => Reflect.apply(calls.getStorageSync, null, [key]))
    case "removeStorageSync":
      return atOnce(name, () => Reflect.apply(calls.removeStorageSync, null, [key]))
    case "clearStorageSync":
      return atOnce(name, calls.clearStorageSync)
    case "getStorageInfoSync":
      return { ...calls.getStorageInfoSync(), value: calls.getStorageInfoSync(), errMsg: `${name}:ok` }
    default:
      throw new Error(`no call is named ${name}`)
  }
}

/** Null in a case means that the key is absent. */
const keyOf = (step: Plain): unknown => ("key" in step ? step.key : USUAL_KEY)

const ASYNC = ["setStorage", "getStorage", "removeStorage", "clearStorage", "getStorageInfo"] as const

const asyncCall = async (calls: Calls, name: string, step: Plain, called: string[]): Promise<Plain> => {
  const known = ASYNC.find((each) => each === name)
  if (!known) return syncCall(calls, name, step)
  const key = keyOf(step)
  const options = {
    ...(key !== null && { key }),
    ...("data" in step && { data: meantBy(step.data) }),
    ...(secondsOf(step) !== undefined && { expire: secondsOf(step) }),
  }
  const names = Array.isArray(step.callbacks) ? step.callbacks.map(String) : []
  const observed = await observeCall(names, (callbacks) =>
    Reflect.apply(calls[known], null, [{ ...options, ...callbacks }]),
  )
  called.push(...observed.called)
  return { ...observed.seen, ...("data" in observed.seen && { value: observed.seen.data }) }
}

const prepare = (given: Plain, calls: Calls, area: ListedArea): void => {
  const has: Plain = Array.isArray(given.has)
    ? Object.fromEntries(given.has.map((name) => [String(name), "x"]))
    : Object(given.has ?? {})
  for (const [key, data] of Object.entries(has)) calls.setStorageSync(key, meantBy(data))
  const raw = typeof given.raw === "string" ? { [USUAL_KEY]: given.raw } : Object(given.raw ?? {})
  for (const [key, text] of Object.entries<unknown>(raw)) area.setItem(STORAGE_PREFIX + key, String(text))
}

/** The storage of the case: throwing, full (filled beforehand in a browser), or ordinary. */
const areaOf = (given: Plain, area: ListedArea): (() => ListedArea) => {
  const words = String(given.storage ?? "")
  if (/throw|block|denied|unavailable|disabled/.test(words)) return () => faultyArea(words, area)
  if (words === "" || /full|quota/.test(words)) return () => area
  throw new Error(`the storage ${JSON.stringify(given.storage)} is not understood`)
}

/** Runs the steps of a case on a clock that only `waitMs` advances. */
export const runStorage = async (given: Plain, when: readonly Plain[], area: ListedArea): Promise<Plain> => {
  const strange = unknownKey(given, GIVEN) ?? when.map((step) => unknownKey(step, STEP)).find(Boolean)
  if (strange !== undefined) throw new Error(`"${strange}" is not understood`)
  let nowMs = 0
  const now = () => nowMs
  const calls = storageCalls(areaOf(given, area), now)
  // existing values were written before the storage failed
  prepare(
    given,
    storageCalls(() => area, now),
    area,
  )
  const results: unknown[] = []
  const values: unknown[] = []
  const called: string[] = []
  let seen: Plain = {}
  let key: unknown = USUAL_KEY
  for (const step of when) {
    if (typeof step.waitMs === "number") nowMs += step.waitMs
    if (typeof step.call !== "string") {
      if (typeof step.waitMs === "number" || step.await === true) continue
      throw new Error(`the step ${JSON.stringify(step)} is not understood`)
    }
    key = keyOf(step)
    const result = await asyncCall(calls, step.call, step, called)
    results.push(result.errMsg)
    if ("value" in result) values.push(result.value)
    seen = { ...seen, ...result }
  }
  const { errMsg, value } = seen
  return {
    ...seen,
    results,
    values,
    called,
    raw: area.getItem(`${STORAGE_PREFIX}${String(key)}`),
    type: classOf(value),
    throws: seen.throws ?? null,
    typeof: typeof value,
    ...("rejects" in seen ? { rejects: { errMsg } } : { resolves: { errMsg } }),
  }
}
