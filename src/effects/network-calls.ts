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

/** The number of a failure: of an abort, and of whatever else keeps an answer from coming. */
interface Numbers {
  readonly aborted: number
  readonly unanswered: number
}

/** What failures of `request` are numbered in the framework that the shell grew from. */
const REQUEST_NUMBERS: Numbers = { aborted: 600_003, unanswered: 5 }

interface Call {
  readonly name: string
  readonly protocol: Protocol
  readonly numbers?: Numbers
}

const REQUEST: Call = { name: "request", protocol: REQUEST_PROTOCOL, numbers: REQUEST_NUMBERS }
const UPLOAD: Call = { name: "uploadFile", protocol: UPLOAD_PROTOCOL }

const begin = <Options extends object, Result extends object>(
  { name, protocol, numbers }: Call,
  options: Options & Callbacks<Result>,
  program: (options: Options) => Effect.Effect<Result, ExchangeFault>,
): Task<Result> => {
  const controller = new AbortController()
  const run = async (given: Options): Promise<Result> => {
    const exit = await Effect.runPromiseExit(program(given), { signal: controller.signal })
    if (Exit.isSuccess(exit)) return exit.value
    if (Cause.hasInterruptsOnly(exit.cause)) throw new CallFault("abort", numbers?.aborted)
    const fault = Exit.findErrorOption(exit)
    if (fault._tag === "None") throw Cause.squash(exit.cause)
    const { kind, detail } = fault.value
    throw new CallFault(detail, kind === "arguments" ? undefined : numbers?.unanswered)
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
  if (key === undefined) return begin(REQUEST, options, (given: RequestOptions) => exchange(given))
  byKey.get(key)?.abort()
  const task: Task<Answered> = begin(REQUEST, options, (given: RequestOptions) =>
    exchange(given).pipe(Effect.ensuring(Effect.sync(() => forget(key, task)))),
  )
  byKey.set(key, task)
  return task
}

/** Sends files as multipart; `onProgress` hears how far it is. */
export const uploadFile = (
  options: UploadOptions & Callbacks<Uploaded>,
  onProgress?: (progress: Progress) => void,
): Task<Uploaded> => begin(UPLOAD, options, (given: UploadOptions) => sendFiles(given, onProgress))
