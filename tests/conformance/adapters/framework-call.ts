/**
 * The call convention of the framework whose behaviour the cases record: one options object in, `NAME:ok` or
 * `NAME:fail detail` out, delivered to callbacks in the options or to a promise. The product itself has no such calls.
 */
import type { Plain } from "../area.ts"

/** `detail` says why a call failed: null if it succeeded, "" if the reason is unknown. */
export const errMsgOf = (name: string, detail: string | null): string => {
  if (detail === null) return `${name}:ok`
  return detail === "" ? `${name}:fail` : `${name}:fail ${detail}`
}

const FAIL = ":fail"

/**
 * Rewrites the `errMsg` of another call as one of the call `name`. Text without `:fail` counts as
 * success.
 */
export const normalizeErrMsg = (errMsg: string | null | undefined, name: string): string => {
  const from = errMsg?.indexOf(FAIL) ?? -1
  return errMsg && from >= 0 ? `${name}${errMsg.slice(from)}` : errMsgOf(name, null)
}

export interface CallOutcome {
  readonly errMsg: string
  /** Set only by calls that number their failures. */
  readonly errCode?: number | undefined
}

/** Thrown inside a call; its message becomes the detail after `NAME:fail`. */
export class CallFault extends Error {
  override readonly name = "CallFault"
  readonly errCode: number | undefined
  constructor(detail: string, errCode?: number) {
    super(detail)
    this.errCode = errCode
  }
}

/** The promise of a call rejects with this. */
export class CallFailed extends Error implements CallOutcome {
  override readonly name = "CallFailed"
  readonly errCode: number | undefined
  constructor(errMsg: string, errCode?: number) {
    super(errMsg)
    this.errCode = errCode
  }
  get errMsg(): string {
    return this.message
  }
}

export interface Callbacks<Result> {
  readonly success?: (result: Result & CallOutcome) => void
  readonly fail?: (failure: CallOutcome) => void
  /** Always called, and last. */
  readonly complete?: (outcome: CallOutcome) => void
}

export type FrameworkCall<Options, Result> = (
  options: Options & Callbacks<Result>,
) => Promise<Result & CallOutcome> | undefined

/** Reports an error thrown by a callback, so that the next callback still runs. */
const notify = <Value>(callback: ((value: Value) => void) | undefined, value: Value): void => {
  try {
    callback?.(value)
  } catch (cause) {
    reportError(cause)
  }
}

const failureOf = (name: string, cause: unknown): CallFailed => {
  if (cause instanceof CallFailed) return cause
  const errMsg = errMsgOf(name, cause instanceof Error ? cause.message : String(cause ?? ""))
  return new CallFailed(errMsg, cause instanceof CallFault ? cause.errCode : undefined)
}

/** Returns what is wrong with the arguments of a call, or null. */
export type ArgumentCheck = (args: Readonly<Record<string, unknown>>) => string | null

/**
 * Makes a call out of `run`, which resolves with the result or rejects. With callbacks in the options, the call invokes
 * success or fail, then complete, and returns undefined. Without callbacks it returns a promise that rejects with `CallFailed`.
 */
export const frameworkCall =
  <Options extends object, Result extends object>(
    name: string,
    run: (options: Options) => Promise<Result>,
    check: ArgumentCheck = () => null,
  ): FrameworkCall<Options, Result> =>
  (options) => {
    const { success, fail, complete, ...args } = { ...options }
    const start = async (): Promise<Result & CallOutcome> => {
      const detail = check(args)
      if (detail !== null) throw new CallFault(detail)
      return { ...(await run(options)), errMsg: errMsgOf(name, null) }
    }
    const settled = start().catch((cause: unknown) => {
      throw failureOf(name, cause)
    })
    if (!success && !fail && !complete) return settled
    settled.then(
      (result) => {
        notify(success, result)
        notify(complete, result)
      },
      ({ errMsg, errCode }: CallOutcome) => {
        const failure = { errMsg, ...(errCode !== undefined && { errCode }) }
        notify(fail, failure)
        notify(complete, failure)
      },
    )
    return undefined
  }

/** What a call answered, under the keys of the cases, and the callbacks of the case in their order. */
export interface Observed {
  readonly seen: Plain
  readonly called: readonly string[]
}

/** What a promise rejected with. */
const rejectionOf = (cause: unknown): Plain => {
  const { errMsg = String(cause), errCode }: Plain = Object(cause)
  return { errMsg, ...(errCode !== undefined && { errCode }) }
}

/** Makes a call with the callbacks that a case names, or by its promise where it names none. */
export const observeCall = async (
  names: readonly string[],
  call: (callbacks: Callbacks<object>) => unknown,
): Promise<Observed> => {
  const called: string[] = []
  const { promise, resolve } = Promise.withResolvers<Plain>()
  let seen: Plain = {}
  const note = (name: string) => (answer: object) => {
    if (names.includes(name)) called.push(name)
    if (name === "complete") resolve(seen)
    else seen = { ...answer, callback: name }
  }
  const callbacks = { success: note("success"), fail: note("fail"), complete: note("complete") }
  const returned = call(names.length === 0 ? {} : callbacks)
  const isPromise = returned instanceof Promise
  const settled: Plain = isPromise
    ? await returned.then(
        (answer: object) => {
          const { errMsg }: Plain = { ...answer }
          return { ...answer, callback: "success", resolves: { errMsg } }
        },
        (cause: unknown) => ({ ...rejectionOf(cause), callback: "fail", rejects: rejectionOf(cause) }),
      )
    : await promise
  const returns = isPromise ? "Promise" : typeof returned
  return { called, seen: { ...settled, returns, returnsPromise: isPromise } }
}
