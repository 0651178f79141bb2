/** Events of one image upload. The file is kept outside the machine; `fileKey` references it. */

import { Schema } from "effect"
import { Id } from "../domain/entities.ts"
import { Failure } from "../domain/failure.ts"
import { at, event } from "./declaration.ts"

export const UploadEvent = Schema.Union([
  event("upload.choose", { fileKey: Schema.String, sizeBytes: Schema.Int, mediaType: Schema.String, at }),
  /** The picture is ready to be sent, and may be smaller than the chosen one. */
  event("upload.shrunk", { sizeBytes: Schema.Int, mediaType: Schema.String, at }),
  event("upload.retry", { at }),
  event("upload.abort", { at }),
  event("upload.remove", { at }),
  /** `share` runs from 0 to 1. */
  event("upload.progressed", { share: Schema.Finite, at }),
  event("upload.stored", { imageId: Id, at }),
  event("upload.failed", { failure: Failure, at }),
])
export type UploadEvent = typeof UploadEvent.Type
/** Emitted when the upload ends. */
export type UploadEmitted =
  | { readonly type: "upload.kept"; readonly imageId: string }
  | { readonly type: "upload.dropped" }
