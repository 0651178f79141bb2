/** The framework's `request` and `uploadFile` over the product's `exchange` and `sendMultipart`. */
import { Cause, Effect, Exit } from "effect"
import { exchange, type NoResponse } from "../../../src/runtime/api/api-client.ts"
import { type BytesSent, sendMultipart } from "../../../src/runtime/api/upload.ts"
import { type ArgumentRules, checkArguments } from "./argument-rules.ts"
import { type Callbacks, CallFault, type CallOutcome, frameworkCall } from "./framework-call.ts"
import { type HttpRequest, httpRequestOf, REQUEST_RULES, type RequestOptions } from "./request-options.ts"

export interface CallTask<Result> {
  /** Undefined if the options have callbacks. */
  readonly answer: Promise<Result & CallOutcome> | undefined
  /** Fails the call with "abort", unless it has settled. */
  readonly abort: () => void
}

/** The error codes of `request`: one of an abort, one of any other missing response. */
interface ErrorCodes {
  readonly aborted: number
  readonly noResponse: number
}

interface CallKind {
  readonly name: string
  readonly rules: ArgumentRules
  readonly codes?: ErrorCodes
}

const start = <Options extends object, Result extends object>(
  { name, rules, codes }: CallKind,
  options: Options & Callbacks<Result>,
  program: (options: Options) => Effect.Effect<Result, NoResponse | CallFault>,
): CallTask<Result> => {
  const controller = new AbortController()
  const run = async (given: Options): Promise<Result> => {
    const exit = await Effect.runPromiseExit(program(given), { signal: controller.signal })
    if (Exit.isSuccess(exit)) return exit.value
    if (Cause.hasInterruptsOnly(exit.cause)) throw new CallFault("abort", codes?.aborted)
    const error = Exit.findErrorOption(exit)
    if (error._tag === "None") throw Cause.squash(exit.cause)
    if (error.value instanceof CallFault) throw error.value
    throw new CallFault(error.value.kind === "timeout" ? "timeout" : "", codes?.noResponse)
  }
  return {
    answer: frameworkCall<Options, Result>(name, run, checkArguments(rules))(options),
    abort: () => controller.abort(),
  }
}

const missingUrl = () => Effect.fail(new CallFault('Missing required args: "url"'))

export interface RequestResult {
  /** Parsed JSON, text, or bytes, by `dataType` and `responseType`. */
  readonly data: unknown
  readonly statusCode: number
  readonly header: Readonly<Record<string, string>>
  /** Always empty: a page cannot read the cookies of a response. */
  readonly cookies: readonly string[]
}

/** Text that is not JSON stays text. */
const dataOf = (text: string, dataType: string): unknown => {
  if (dataType !== "json") return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const readBody =
  ({ responseType, dataType }: HttpRequest) =>
  async (response: Response): Promise<unknown> =>
    responseType === "arraybuffer" ? await response.arrayBuffer() : dataOf(await response.text(), dataType)

const exchanged = (options: RequestOptions): Effect.Effect<RequestResult, NoResponse | CallFault> =>
  Effect.gen(function* () {
    const sent = httpRequestOf(options)
    if (sent.url === "") return yield* missingUrl()
    const init: RequestInit = {
      method: sent.method,
      headers: sent.header,
      body: sent.method === "HEAD" ? null : sent.body,
      credentials: sent.withCredentials ? "include" : "omit",
    }
    const { status, headers, body } = yield* exchange(
      (signal) => fetch(sent.url, { ...init, signal }),
      readBody(sent),
      sent.timeoutMs,
    )
    return { data: body, statusCode: status, header: headers, cookies: [] }
  })

const REQUEST: CallKind = {
  name: "request",
  rules: REQUEST_RULES,
  codes: { aborted: 600_003, noResponse: 5 },
}

/** The running calls that have a key. */
const byKey = new Map<string, CallTask<RequestResult>>()

/**
 * One HTTP request. Every status is a success. A request aborts an earlier one that has the same
 * `key`.
 */
export const request = (options: RequestOptions & Callbacks<RequestResult>): CallTask<RequestResult> => {
  const { key } = options
  if (key === undefined) return start(REQUEST, options, exchanged)
  byKey.get(key)?.abort()
  const task: CallTask<RequestResult> = start(REQUEST, options, (given: RequestOptions) =>
    exchanged(given).pipe(
      Effect.ensuring(
        Effect.sync(() => {
          if (byKey.get(key) === task) byKey.delete(key)
        }),
      ),
    ),
  )
  byKey.set(key, task)
  return task
}

interface FilePart {
  /** The field's name; "file" if absent. */
  readonly name?: string | undefined
  readonly file?: Blob | undefined
  /** A `blob:` URL, read if there is no `file`. */
  readonly uri?: string | undefined
}

export interface UploadOptions {
  readonly url?: string | null | undefined
  /** One file … */
  readonly file?: Blob | undefined
  readonly filePath?: string | undefined
  readonly name?: string | undefined
  /** … or several. */
  readonly files?: readonly FilePart[] | undefined
  readonly header?: Readonly<Record<string, string>> | undefined
  readonly formData?: Readonly<Record<string, unknown>> | undefined
  /** Milliseconds; 60 000 if absent. */
  readonly timeout?: number | undefined
}

export interface UploadResult {
  readonly data: string
  readonly statusCode: number
}

export interface UploadProgress {
  /** Whole per cent, 0 to 100. */
  readonly progress: number
  readonly totalBytesSent: number
  readonly totalBytesExpectedToSend: number
}

const UPLOAD: CallKind = {
  name: "uploadFile",
  rules: {
    files: { type: "Array" },
    filePath: { type: "String" },
    name: { type: "String" },
    header: { type: "Object" },
    formData: { type: "Object" },
    timeout: { type: "Number" },
  },
}

const blobOf = async ({ file, uri }: FilePart): Promise<Blob> => {
  if (file instanceof Blob) return file
  if (!uri?.startsWith("blob:")) throw new Error("the part has no file")
  const response = await fetch(uri)
  return await response.blob()
}

const formOf = async ({ file, filePath, name, files, formData }: UploadOptions): Promise<FormData> => {
  const parts = files && files.length > 0 ? files : [{ name, file, uri: filePath }]
  const form = new FormData()
  for (const [field, value] of Object.entries(formData ?? {})) form.append(field, String(value))
  for (const part of parts) {
    const blob = await blobOf(part)
    form.append(part.name || "file", blob, blob instanceof File ? blob.name : "file")
  }
  return form
}

const progressOf = ({ sent, total }: BytesSent): UploadProgress => ({
  progress: Math.round((sent / total) * 100),
  totalBytesSent: sent,
  totalBytesExpectedToSend: total,
})

const uploaded = (options: UploadOptions, onProgress: (progress: UploadProgress) => void) =>
  Effect.gen(function* () {
    const { url, header = {}, timeout } = options
    if (!url) return yield* missingUrl()
    const form = yield* Effect.tryPromise({
      try: () => formOf(options),
      catch: () => new CallFault("file error"),
    })
    const { status, text } = yield* sendMultipart(
      { url, form, headers: header, ...(timeout !== undefined && { timeoutMs: timeout }) },
      (bytes) => onProgress(progressOf(bytes)),
    )
    return { data: text, statusCode: status }
  })

/** Sends files as multipart. Every status is a success. */
export const uploadFile = (
  options: UploadOptions & Callbacks<UploadResult>,
  onProgress: (progress: UploadProgress) => void = () => {},
): CallTask<UploadResult> => start(UPLOAD, options, (given: UploadOptions) => uploaded(given, onProgress))
