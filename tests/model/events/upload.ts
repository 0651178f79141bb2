import { uploadMachine } from "../../../machines/upload.ts"
import { casesFor } from "../../../scripts/paths/cases.ts"
import { UPLOAD_MAX_BYTES } from "../../../src/domain/limits.ts"

const at = 1

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
})
