/** Copies for a fold: what an assigner changes in place is not what the app holds. */
import type { AnyMachineSnapshot } from "xstate"

/** A larger value is not copied further. */
const NODE_LIMIT = 20_000

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** A copy of lists, plain objects, maps, sets and dates; others, as actors and functions, stay. */
export const detached = <Value>(value: Value): Value => {
  const copies = new Map<unknown, unknown>()
  const fields = (from: object, to: object) => {
    for (const [name, { value: inner, get }] of Object.entries(Object.getOwnPropertyDescriptors(from)))
      if (!get && name !== "length") Reflect.set(to, name, copyOf(inner))
    return to
  }
  const copyOf = (inner: unknown): unknown => {
    if (typeof inner !== "object" || inner === null || copies.size > NODE_LIMIT) return inner
    const known = copies.get(inner)
    if (known !== undefined) return known
    const kept = (copy: object) => {
      copies.set(inner, copy)
      return copy
    }
    if (Array.isArray(inner)) return fields(inner, kept(new Array(inner.length)))
    if (inner instanceof Date) return kept(new Date(inner))
    if (inner instanceof Set) {
      const copy = new Set<unknown>()
      kept(copy)
      for (const each of inner) copy.add(copyOf(each))
      return copy
    }
    if (inner instanceof Map) {
      const copy = new Map<unknown, unknown>()
      kept(copy)
      for (const [key, each] of inner) copy.set(copyOf(key), copyOf(each))
      return copy
    }
    return isPlain(inner) ? fields(inner, kept({})) : inner
  }
  const copy: unknown = copyOf(value)
  return isLike(copy, value) ? copy : value
}

/** A copy has the type of what it was made of. */
const isLike = <Value>(copy: unknown, value: Value): copy is Value => typeof copy === typeof value

export const detachedSnapshot = (snapshot: AnyMachineSnapshot): AnyMachineSnapshot => ({
  ...snapshot,
  context: detached(snapshot.context),
})
