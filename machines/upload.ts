/**
 * Promises: only an image of an accepted type and size is sent; the member can abort it, see its
 * progress, and retry without choosing again.
 */
import { assign, type EventObject, emit, fromCallback, type SnapshotFrom, setup } from "xstate"
import type { Failure } from "../src/domain/failure.ts"
import { UPLOAD_MAX_BYTES, UPLOAD_TYPES } from "../src/domain/limits.ts"
import { unprovided } from "../src/domain/unprovided.ts"
import type { UploadEmitted, UploadEvent } from "../src/events/upload.ts"

export interface ChosenFile {
  readonly fileKey: string
  readonly sizeBytes: number
  readonly mediaType: string
}

export interface UploadContext {
  readonly file: ChosenFile | null
  /** The share that is sent, 0 to 1. */
  readonly share: number
  readonly imageId: string | null
  readonly failure: Failure | null
}

const unfit = (file: ChosenFile | null): Failure | null => {
  if (file === null) return { reason: "upload.file-missing" }
  if (!UPLOAD_TYPES.some((type) => type === file.mediaType)) return { reason: "upload.type" }
  if (file.sizeBytes === 0) return { reason: "upload.unreadable" }
  if (file.sizeBytes > UPLOAD_MAX_BYTES)
    return { reason: "upload.too-large", params: { max: UPLOAD_MAX_BYTES } }
  return null
}

export const uploadMachine = setup({
  types: {
    context: {} as UploadContext,
    events: {} as UploadEvent,
    emitted: {} as UploadEmitted,
    tags: {} as "busy" | "retryable",
  },
  actors: {
    /**
     * Sends the image: upload.progressed, then upload.stored or upload.failed. Stopping the actor
     * aborts the upload.
     */
    sendFile: fromCallback<EventObject, ChosenFile | null>(unprovided("sendFile")),
  },
  actions: {
    takeFile: assign(({ event }) =>
      event.type === "upload.choose"
        ? {
            file: { fileKey: event.fileKey, sizeBytes: event.sizeBytes, mediaType: event.mediaType },
            share: 0,
            imageId: null,
            failure: null,
          }
        : {},
    ),
    judge: assign(({ context }) => ({ failure: unfit(context.file) })),
    takeProgress: assign(({ context, event }) =>
      event.type === "upload.progressed" ? { share: Math.max(context.share, event.share) } : {},
    ),
    takeImage: assign(({ event }) =>
      event.type === "upload.stored" ? { imageId: event.imageId, share: 1, failure: null } : {},
    ),
    takeFailure: assign(({ event }) => (event.type === "upload.failed" ? { failure: event.failure } : {})),
    beginAgain: assign({ share: 0, failure: null }),
    clear: assign({ file: null, share: 0, imageId: null, failure: null }),
    announceKept: emit(({ context }) => ({ type: "upload.kept" as const, imageId: context.imageId ?? "" })),
    announceDropped: emit({ type: "upload.dropped" as const }),
  },
  guards: {
    isFit: ({ context }) => unfit(context.file) === null,
  },
}).createMachine({
  id: "upload",
  description: "One picture on its way to the server",
  context: { file: null, share: 0, imageId: null, failure: null },
  initial: "empty",
  on: {
    "upload.choose": {
      target: ".checking",
      actions: ["announceDropped", "takeFile"],
      description: "Another file was chosen",
    },
    "upload.remove": {
      target: ".empty",
      actions: ["announceDropped", "clear"],
      description: "The picture was taken away",
    },
  },
  states: {
    empty: { description: "Nothing is chosen" },
    checking: {
      description: "Type and size are held against the limits",
      always: [
        { guard: "isFit", target: "uploading", description: "Type and size are fitting" },
        { target: "rejected", actions: "judge", description: "Type or size is not, and which" },
      ],
    },
    rejected: { description: "This file cannot be taken, and why; another may be chosen" },
    uploading: {
      description: "The picture is being sent",
      tags: "busy",
      invoke: { id: "sendFile", src: "sendFile", input: ({ context }) => context.file },
      on: {
        "upload.progressed": { actions: "takeProgress", description: "A further part has been sent" },
        "upload.stored": {
          target: "stored",
          actions: ["takeImage", "announceKept"],
          description: "The server has the whole picture",
        },
        "upload.failed": {
          target: "failed",
          actions: "takeFailure",
          description: "The sending broke off, or the server refused, and why",
        },
        "upload.abort": { target: "stopped", description: "The member stops it" },
      },
    },
    stopped: {
      description: "The member stopped the sending",
      tags: "retryable",
      on: {
        "upload.retry": {
          target: "uploading",
          actions: "beginAgain",
          description: "The same picture is sent again",
        },
      },
    },
    failed: {
      description: "The picture did not arrive, and why",
      tags: "retryable",
      on: {
        "upload.retry": {
          target: "uploading",
          actions: "beginAgain",
          description: "The same picture is sent again",
        },
      },
    },
    stored: { description: "The server has the picture" },
  },
})

// ── selectors ────────────────────────────────────────────────────────────────
export type UploadSnapshot = SnapshotFrom<typeof uploadMachine>

/** The share that is sent while uploading; undefined otherwise. */
export const progressOf = (snapshot: UploadSnapshot): number | undefined =>
  snapshot.hasTag("busy") ? snapshot.context.share : undefined
