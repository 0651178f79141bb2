/**
 * The form that every call of the shell has: options in, `NAME:ok` or `NAME:fail why` out, told to the callbacks in the options where there are any and to the
 * promise that is given back where there are none.
 */
/** `detail` says why a call failed; null where it did not, "" where nothing more is known. */
export const errMsgOf = (name: string, detail: string | null): string => {
  if (detail === null) return `${name}:ok`
  return detail === "" ? `${name}:fail` : `${name}:fail ${detail}`
}

const FAIL = ":fail"

/** Rewrites what some call has said as said by the call `name`: whatever does not say that it failed is a success. */
export const normalErrMsg = (said: string | null | undefined, name: string): string => {
  const from = said?.indexOf(FAIL) ?? -1
  return said && from >= 0 ? `${name}${said.slice(from)}` : errMsgOf(name, null)
}

export interface Told {
  readonly errMsg: string
  /** What kind of failure it is, of a call that numbers its own. */
  readonly errCode?: number | undefined
}

/** Why a call failed: the words follow `NAME:fail`. */
export class CallFault extends Error {
  override readonly name = "CallFault"
  readonly errCode: number | undefined
  constructor(why: string, errCode?: number) {
    super(why)
    this.errCode = errCode
  }
}

/** What the promise of a call rejects with. */
export class CallFailed extends Error implements Told {
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
  readonly success?: (result: Result & Told) => void
  readonly fail?: (failure: Told) => void
  /** Always called, and last. */
  readonly complete?: (told: Told) => void
}

export type Facade<Options, Result> = (
  options: Options & Callbacks<Result>,
) => Promise<Result & Told> | undefined

/** A callback that throws is a bug of its owner and keeps nobody else from being told. */
const tell = <Heard>(callback: ((heard: Heard) => void) | undefined, heard: Heard): void => {
  try {
    callback?.(heard)
  } catch (cause) {
    reportError(cause)
  }
}

const failureOf = (name: string, cause: unknown): CallFailed => {
  if (cause instanceof CallFailed) return cause
  const errMsg = errMsgOf(name, cause instanceof Error ? cause.message : String(cause ?? ""))
  return new CallFailed(errMsg, cause instanceof CallFault ? cause.errCode : undefined)
}

/** Says what is wrong with the arguments of a call, or null. */
export type Check = (given: Readonly<Record<string, unknown>>) => string | null

/**
 * Makes a call. `run` resolves with what the call found, or rejects; a `CallFault` says why. With callbacks in the options they are told, in the order success or
 * fail, then complete, and nothing is given back. Without any, the promise resolves, or rejects with `CallFailed`.
 */
export const facade =
  <Options extends object, Result extends object>(
    name: string,
    run: (options: Options) => Promise<Result>,
    check: Check = () => null,
  ): Facade<Options, Result> =>
  (options) => {
    const { success, fail, complete, ...given } = { ...options }
    const begun = async (): Promise<Result & Told> => {
      const fault = check(given)
      if (fault !== null) throw new CallFault(fault)
      return { ...(await run(options)), errMsg: errMsgOf(name, null) }
    }
    const ended = begun().catch((cause: unknown) => {
      throw failureOf(name, cause)
    })
    if (!success && !fail && !complete) return ended
    ended.then(
      (result) => {
        tell(success, result)
        tell(complete, result)
      },
      ({ errMsg, errCode }: Told) => {
        const told = { errMsg, ...(errCode !== undefined && { errCode }) }
        tell(fail, told)
        tell(complete, told)
      },
    )
    return undefined
  }
