import { casesFor } from "@financial-links/paths"
import { uploadMachine } from "../../../machines/upload.ts"
import { UPLOAD_MAX_BYTES } from "../../../src/domain/limits.ts"
import type { UploadEvent } from "../../../src/events/upload.ts"
import { undriven } from "../undriven.ts"

const at = 1

export const PICTURE = { fileKey: "f1", sizeBytes: 10, mediaType: "image/png" }
/** A photograph that this browser cannot decode. */
const HEIC = { fileKey: "f3", sizeBytes: 10, mediaType: "image/heic" }
const TEXT = { fileKey: "f2", sizeBytes: 10, mediaType: "text/plain" }

/** A picture that may be sent, a file that may not, and one that is too large when it was shrunk. */
export const cases = casesFor(uploadMachine, {
  events: [
    { type: "upload.choose", fileKey: "f1", sizeBytes: 10, mediaType: "image/png", at },
    { type: "upload.choose", fileKey: "f2", sizeBytes: 10, mediaType: "text/plain", at },
    { type: "upload.shrunk", sizeBytes: 5, mediaType: "image/jpeg", at },
    { type: "upload.shrunk", sizeBytes: UPLOAD_MAX_BYTES + 1, mediaType: "image/png", at },
    { type: "upload.progressed", share: 0.5, at },
    { type: "upload.stored", imageId: "i1", at },
    { type: "upload.failed", failure: { reason: "no-answer.network" }, at },
    { type: "upload.failed", failure: { reason: "upload.unreadable" }, at },
    { type: "upload.abort", at },
    { type: "upload.retry", at },
    { type: "upload.remove", at },
  ],
  /** The real-name form: a chosen file replaces the picker and can be removed. */
  walk: {
    events: ({ context, value }): readonly UploadEvent[] => {
      if (value === "empty")
        return [
          { type: "upload.choose", ...PICTURE, at },
          { type: "upload.choose", ...HEIC, at },
          { type: "upload.choose", ...TEXT, at },
        ]
      if (value === "shrinking" && context.file?.mediaType === HEIC.mediaType)
        return [{ type: "upload.failed", failure: { reason: "upload.type" }, at }]
      if (value === "shrinking")
        return [{ type: "upload.shrunk", sizeBytes: PICTURE.sizeBytes, mediaType: PICTURE.mediaType, at }]
      if (value !== "uploading")
        return [
          { type: "upload.remove", at },
          { type: "upload.retry", at },
        ]
      // Progress comes before the answer.
      return context.share === 0
        ? [{ type: "upload.progressed", share: 1, at }]
        : [
            { type: "upload.stored", imageId: "i1", at },
            { type: "upload.failed", failure: { reason: "system.internal" }, at },
            { type: "upload.failed", failure: { reason: "upload.unreadable" }, at },
          ]
    },
    tells: ({ context }) => [context.share, context.file?.mediaType],
    unreachable: undriven.upload,
  },
})
