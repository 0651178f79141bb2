/** Uploads one picture, reports progress and decodes the answer. */
import { Clock, Effect, Schema } from "effect"
import type { ChosenFile } from "../../../machines/upload.ts"
import { upload } from "../../contract/endpoints.ts"
import { unwrap } from "../../contract/envelope.ts"
import { languageHeaders } from "../../contract/language.ts"
import type { Failure } from "../../domain/failure.ts"
import { FRAMEWORK_TIMEOUT_MS } from "../../domain/limits.ts"
import type { UploadEvent } from "../../events/upload.ts"
import { type Caller, NoResponse } from "./api-client.ts"

/** The files themselves, by key: an event never holds one. They live as long as the page. */
export interface FileStore {
  readonly put: (file: File) => string
  readonly get: (fileKey: string) => File | undefined
  readonly replace: (fileKey: string, file: File) => void
  readonly drop: (fileKey: string) => void
}

export const createFileStore = (createKey: () => string): FileStore => {
  const files = new Map<string, File>()
  return {
    put: (file) => {
      const fileKey = createKey()
      files.set(fileKey, file)
      return fileKey
    },
    get: (fileKey) => files.get(fileKey),
    replace: (fileKey, file) => {
      if (files.has(fileKey)) files.set(fileKey, file)
    },
    drop: (fileKey) => files.delete(fileKey),
  }
}

type Outcome = { readonly imageId: string } | { readonly failure: Failure }

const decodeUploaded = Schema.decodeUnknownOption(upload.answer)
const silence = (kind: string): Outcome => ({ failure: { reason: `no-answer.${kind}` } })

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Decodes the server's answer; a malformed one counts as none. */
const readAnswer = (status: number, text: string): Outcome => {
  const said = unwrap("code", parsed(text))
  if (said.kind === "token-invalid") return { failure: { reason: "session.invalid" } }
  if (said.kind === "refused")
    return { failure: { reason: said.failure?.reason ?? "upload.unreadable", message: said.message ?? "" } }
  const uploaded = said.kind === "success" ? decodeUploaded(said.data) : undefined
  if (uploaded?._tag === "Some") return { imageId: uploaded.value.id }
  return silence(status >= 500 ? "server" : "malformed")
}

const transfer = (caller: Caller, file: File, onShare: (share: number) => void): Effect.Effect<Outcome> => {
  const token = caller.token()
  const form = new FormData()
  form.append(upload.field, file)
  const sending = sendMultipart(
    {
      url: `${caller.baseUrl}/${upload.path}`,
      form,
      headers: { ...languageHeaders(caller.locale()), ...(token !== null && { token }) },
    },
    ({ sent, total }) => onShare(sent / total),
  )
  return Effect.match(sending, {
    onSuccess: ({ status, text }) => readAnswer(status, text),
    onFailure: ({ kind }) => silence(kind),
  })
}

/**
 * Uploads the file of a key: at most 100 upload.progressed, then upload.stored or upload.failed.
 * Interrupting aborts the upload.
 */
export const sendFile = (caller: Caller, files: FileStore) =>
  Effect.fnUntraced(function* (chosen: ChosenFile | null, send: (fact: UploadEvent) => void) {
    const clock = yield* Clock.Clock
    const now = () => clock.currentTimeMillisUnsafe()
    const file = chosen === null ? undefined : files.get(chosen.fileKey)
    let reported = 0
    const onShare = (share: number) => {
      if (share < 1 && share - reported < 0.01) return
      reported = share
      send({ type: "upload.progressed", share, at: now() })
    }
    const outcome: Outcome =
      file === undefined
        ? { failure: { reason: "upload.file-missing" } }
        : yield* transfer(caller, file, onShare)
    return "imageId" in outcome
      ? { type: "upload.stored" as const, imageId: outcome.imageId, at: now() }
      : { type: "upload.failed" as const, failure: outcome.failure, at: now() }
  })

// Sends a form as multipart. It uses `XMLHttpRequest`: `fetch` reports no upload progress.

export interface MultipartRequest {
  readonly url: string
  readonly form: FormData
  readonly headers: Readonly<Record<string, string>>
  readonly timeoutMs?: number
}

export interface TextResponse {
  readonly status: number
  readonly text: string
}

/** Bytes of the whole body, form fields included. */
export interface BytesSent {
  readonly sent: number
  readonly total: number
}

/**
 * Every status is a response; fails as `exchange` does. Interrupting the effect aborts the request.
 */
export const sendMultipart = (
  { url, form, headers, timeoutMs = FRAMEWORK_TIMEOUT_MS }: MultipartRequest,
  onProgress: (bytes: BytesSent) => void,
): Effect.Effect<TextResponse, NoResponse> =>
  Effect.callback((resume) => {
    const request = new XMLHttpRequest()
    request.open("POST", url)
    request.timeout = timeoutMs
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onProgress({ sent: loaded, total })
    }
    request.onload = () => resume(Effect.succeed({ status: request.status, text: request.responseText }))
    request.onerror = () => resume(Effect.fail(new NoResponse({ kind: "network" })))
    request.ontimeout = () => resume(Effect.fail(new NoResponse({ kind: "timeout" })))
    request.send(form)
    return Effect.sync(() => request.abort())
  })
