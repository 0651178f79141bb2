/**
 * Shrinks a photograph on the device, so that it uploads fast and within the limits. The server
 * keeps no more pixels than this.
 */
import { Clock, Effect } from "effect"
import type { ChosenFile } from "../../../machines/upload.ts"
import { UPLOAD_MAX_BYTES, UPLOAD_SIDE_PX, UPLOAD_TYPES } from "../../domain/limits.ts"
import type { UploadEvent } from "../../events/upload.ts"
import type { FileStore } from "./send-file.ts"

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
