/** Uploads one picture, reports progress and decodes the answer. */
import { Clock, Effect, Schema } from "effect"
import type { ChosenFile } from "../../../machines/upload.ts"
import { upload } from "../../contract/endpoints.ts"
import { unwrap } from "../../contract/envelope.ts"
import { languageHeaders } from "../../contract/wire-request.ts"
import type { Failure } from "../../domain/failure.ts"
import { FRAMEWORK_TIMEOUT_MS, UPLOAD_MAX_BYTES, UPLOAD_SIDE_PX, UPLOAD_TYPES } from "../../domain/limits.ts"
import type { UploadEvent } from "../../events/upload.ts"
import { type Caller, NoResponse } from "./api-client.ts"

/** The files themselves, by key: an event never holds one. They live as long as the page. */
interface FileStore {
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
  const answer = unwrap("code", parsed(text))
  if (answer.kind === "token-invalid") return { failure: { reason: "session.invalid" } }
  if (answer.kind === "refused")
    return {
      failure: { reason: answer.failure?.reason ?? "upload.unreadable", message: answer.message ?? "" },
    }
  const uploaded = answer.kind === "success" ? decodeUploaded(answer.data) : undefined
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

// Shrinks a photograph on the device, so that it uploads fast and within the limits. The server
// keeps no more pixels than this.

/** A photograph below this size is sent as it is, if its pixels fit. */
const SMALL_BYTES = 1024 * 1024
const JPEG_QUALITY = 0.84
/** A browser that has not decoded a picture by then is not waited for. */
const SHRINK_TIMEOUT_MS = 20_000

const isSendable = (type: string): boolean => UPLOAD_TYPES.some((known) => known === type)

/** The size that fits into the kept pixels, with the same proportions. */
export const fittingSize = (width: number, height: number): { width: number; height: number } => {
  const scale = Math.min(1, UPLOAD_SIDE_PX / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** PNG keeps sharp letters of a screenshot; everything else becomes JPEG. */
const encode = async (canvas: OffscreenCanvas, type: string): Promise<Blob> => {
  const png = type === "image/png" ? await canvas.convertToBlob({ type }) : null
  return png !== null && png.size <= UPLOAD_MAX_BYTES
    ? png
    : await canvas.convertToBlob({ type: "image/jpeg", quality: JPEG_QUALITY })
}

const draw = (bitmap: ImageBitmap): OffscreenCanvas => {
  const { width, height } = fittingSize(bitmap.width, bitmap.height)
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext("2d")
  if (!context) throw new Error("no canvas")
  context.imageSmoothingQuality = "high"
  // JPEG has no transparency: what was transparent becomes white, not black
  context.fillStyle = "white"
  context.fillRect(0, 0, width, height)
  context.drawImage(bitmap, 0, 0, width, height)
  return canvas
}

const renamed = (name: string, type: string): string =>
  `${name.replace(/\.[^.]*$/, "")}.${type === "image/png" ? "png" : "jpg"}`

/**
 * The file to send: the picture itself where it is small enough, else a smaller copy. Rejects where
 * the browser cannot decode it.
 */
const shrunk = async (file: File): Promise<File> => {
  const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" })
  try {
    const fits = Math.max(bitmap.width, bitmap.height) <= UPLOAD_SIDE_PX
    if (fits && file.size <= SMALL_BYTES && isSendable(file.type)) return file
    const copy = await encode(draw(bitmap), file.type)
    // a copy that is not smaller brings nothing, unless the original cannot be sent
    if (fits && isSendable(file.type) && copy.size >= file.size) return file
    return new File([copy], renamed(file.name, copy.type), { type: copy.type })
  } finally {
    bitmap.close()
  }
}

/**
 * Replaces the file of a key by its smaller copy, then upload.shrunk. What the browser cannot
 * decode is left to the server if its type may be sent, and is upload.failed otherwise.
 */
export const shrinkPhoto = (files: FileStore) =>
  Effect.fnUntraced(function* (chosen: ChosenFile | null) {
    const file = chosen === null ? undefined : files.get(chosen.fileKey)
    const outcome = file
      ? yield* Effect.option(
          Effect.timeout(
            Effect.tryPromise(() => shrunk(file)),
            SHRINK_TIMEOUT_MS,
          ),
        )
      : undefined
    const at = yield* Clock.currentTimeMillis
    const kept = outcome?._tag === "Some" ? outcome.value : file
    const fact: UploadEvent =
      chosen && kept && isSendable(kept.type)
        ? { type: "upload.shrunk", sizeBytes: kept.size, mediaType: kept.type, at }
        : { type: "upload.failed", failure: { reason: "upload.type" }, at }
    if (chosen && kept && kept !== file) files.replace(chosen.fileKey, kept)
    return fact
  })
