/** One attempt at sending files as multipart, with progress. `XMLHttpRequest` is used because `fetch` cannot tell how much of a body has gone out. */
import { Effect } from "effect"
import { FRAMEWORK_TIMEOUT_MS } from "../domain/limits.ts"
import type { Protocol } from "../domain/protocol.ts"
import { ExchangeFault, missingUrl, networkFault, timeoutFault } from "./exchange.ts"

export interface FilePart {
  /** "file" unless told. */
  readonly name?: string | undefined
  readonly file?: Blob | undefined
  /** Address of a file that the page has made (`blob:`); read where there is no `file`. */
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
  /** Milliseconds; 60 000 unless told. */
  readonly timeout?: number | undefined
}

export interface Uploaded {
  /** As it came: text. */
  readonly data: string
  readonly statusCode: number
}

export interface Progress {
  /** Whole percents, 0 to 100. */
  readonly progress: number
  readonly totalBytesSent: number
  readonly totalBytesExpectedToSend: number
}

export const UPLOAD_PROTOCOL: Protocol = {
  files: { type: "Array" },
  filePath: { type: "String" },
  name: { type: "String" },
  header: { type: "Object" },
  formData: { type: "Object" },
  timeout: { type: "Number" },
}

const fileFault = (): ExchangeFault => new ExchangeFault({ kind: "file", detail: "file error" })

const blobOf = async ({ file, uri }: FilePart): Promise<Blob> => {
  if (file instanceof Blob) return file
  if (!uri?.startsWith("blob:")) throw new Error("there is no file")
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

const post = (
  url: string,
  form: FormData,
  options: UploadOptions,
  onProgress: (progress: Progress) => void,
) =>
  Effect.callback<Uploaded, ExchangeFault>((resume) => {
    const request = new XMLHttpRequest()
    request.open("POST", url)
    request.timeout = options.timeout ?? FRAMEWORK_TIMEOUT_MS
    for (const [name, value] of Object.entries(options.header ?? {})) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (!lengthComputable || total === 0) return
      const progress = Math.round((loaded / total) * 100)
      onProgress({ progress, totalBytesSent: loaded, totalBytesExpectedToSend: total })
    }
    request.onload = () => resume(Effect.succeed({ data: request.responseText, statusCode: request.status }))
    request.onerror = () => resume(Effect.fail(networkFault()))
    request.ontimeout = () => resume(Effect.fail(timeoutFault()))
    request.send(form)
    return Effect.sync(() => request.abort())
  })

/**
 * Sends files. Every status is an answer; fails with `file` where there is no file to send, with `network`, `timeout` or `arguments` as `exchange` does.
 * Interrupting it stops the sending.
 */
export const sendFiles = (
  options: UploadOptions,
  onProgress: (progress: Progress) => void = () => {},
): Effect.Effect<Uploaded, ExchangeFault> =>
  Effect.gen(function* () {
    const { url } = options
    if (!url) return yield* missingUrl()
    const form = yield* Effect.tryPromise({ try: () => formOf(options), catch: fileFault })
    return yield* post(url, form, options, onProgress)
  })
