/** Values whose code is loaded on demand. */

/** What React's `use` reads: it suspends until the promise is fulfilled. */
export interface Loadable<Value> {
  /** The same promise for every caller, until it rejects: then the next call loads again. */
  readonly load: () => Promise<Value>
}

export interface LazyValue<Value> extends Loadable<Value> {
  /** Undefined until loaded. */
  readonly current: () => Value | undefined
}

/** A lazy value that says whether it was asked for. */
export interface RequestedValue<Value> extends LazyValue<Value> {
  /** True from the first call of `load` on, until it rejects. */
  readonly isRequested: () => boolean
}

/**
 * Marks a promise as fulfilled in the fields by which React's `use` reads it at once; otherwise it
 * suspends for one render and shows a placeholder. A component calls `use` in every render: one that
 * passed by it where the value is there failed when it was rendered again after it had suspended.
 */
export const markFulfilled = <Value>(promise: Promise<Value>, value: Value): void => {
  Object.assign(promise, { status: "fulfilled", value })
}

export const createLazyValue = <Value>(load: () => Promise<Value>): RequestedValue<Value> => {
  let promise: Promise<Value> | null = null
  let value: Value | undefined
  const start = async () => {
    try {
      value = await load()
      if (promise !== null) markFulfilled(promise, value)
      return value
    } catch (cause) {
      promise = null
      throw cause
    }
  }
  return {
    load: () => {
      promise ??= start()
      return promise
    },
    current: () => value,
    isRequested: () => promise !== null,
  }
}

/** A value that needs no loading. */
export const loadedValue = <Value>(value: Value): Loadable<Value> => {
  const promise = Promise.resolve(value)
  markFulfilled(promise, value)
  return { load: () => promise }
}
