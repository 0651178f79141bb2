/**
 * A value whose code is loaded on demand. `current` lets React read a loaded value without
 * `use(promise)`, which would suspend for one render and show a placeholder.
 */
export interface LazyValue<Value> {
  /** The same promise for every caller, until it rejects: then the next call loads again. */
  readonly load: () => Promise<Value>
  /** Undefined until loaded. */
  readonly current: () => Value | undefined
}

/** A lazy value that says whether it was asked for. */
export interface RequestedValue<Value> extends LazyValue<Value> {
  /** True from the first call of `load` on, until it rejects. */
  readonly isRequested: () => boolean
}

export const createLazyValue = <Value>(load: () => Promise<Value>): RequestedValue<Value> => {
  let promise: Promise<Value> | null = null
  let value: Value | undefined
  const start = async () => {
    try {
      value = await load()
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
export const loadedValue = <Value>(value: Value): LazyValue<Value> => {
  const promise = Promise.resolve(value)
  return { load: () => promise, current: () => value }
}
