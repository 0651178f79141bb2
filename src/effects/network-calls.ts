/** The two network calls of the shell in the form that every call has: callbacks or a promise, `NAME:ok` or `NAME:fail why`, and a way to stop them. */
import { Cause, Effect, Exit } from "effect"
import { type Callbacks, CallFault, facade, type Told } from "../domain/facade.ts"
import { REQUEST_PROTOCOL, type RequestOptions } from "../domain/outgoing.ts"
import { checkOf, type Protocol } from "../domain/protocol.ts"
import { type Answered, type ExchangeFault, exchange } from "./exchange.ts"
import { type Progress, sendFiles, UPLOAD_PROTOCOL, type Uploaded, type UploadOptions } from "./multipart.ts"

export interface Task<Result> {
  /** Undefined where callbacks are told instead. */
  readonly answer: Promise<Result & Told> | undefined
  /** Ends the call with "abort", unless it has ended. */
  readonly abort: () => void
}

const begin = <Options extends object, Result extends object>(
  name: string,
  protocol: Protocol,
  options: Options & Callbacks<Result>,
  program: (options: Options) => Effect.Effect<Result, ExchangeFault>,
): Task<Result> => {
  const controller = new AbortController()
  const run = async (given: Options): Promise<Result> => {
    const exit = await Effect.runPromiseExit(program(given), { signal: controller.signal })
    if (Exit.isSuccess(exit)) return exit.value
    if (Cause.hasInterruptsOnly(exit.cause)) throw new CallFault("abort")
    const fault = Exit.findErrorOption(exit)
    throw fault._tag === "Some" ? new CallFault(fault.value.detail) : Cause.squash(exit.cause)
  }
  return {
    answer: facade<Options, Result>(name, run, checkOf(protocol))(options),
    abort: () => controller.abort(),
  }
}

/** The calls under way that have a key. */
const byKey = new Map<string, Task<Answered>>()

const forget = (key: string, task: Task<Answered>): void => {
  if (byKey.get(key) === task) byKey.delete(key)
}

/** One HTTP request. Every status is a success: what it means is for the caller to say. A request with the same `key` ends the earlier one. */
export const request = (options: RequestOptions & Callbacks<Answered>): Task<Answered> => {
  const { key } = options
  if (key === undefined)
    return begin("request", REQUEST_PROTOCOL, options, (given: RequestOptions) => exchange(given))
  byKey.get(key)?.abort()
  const task: Task<Answered> = begin("request", REQUEST_PROTOCOL, options, (given: RequestOptions) =>
    exchange(given).pipe(Effect.ensuring(Effect.sync(() => forget(key, task)))),
  )
  byKey.set(key, task)
  return task
}

/** Sends files as multipart; `onProgress` hears how far it is. */
export const uploadFile = (
  options: UploadOptions & Callbacks<Uploaded>,
  onProgress?: (progress: Progress) => void,
): Task<Uploaded> =>
  begin("uploadFile", UPLOAD_PROTOCOL, options, (given: UploadOptions) => sendFiles(given, onProgress))
