/**
 * Promises: only an image of an accepted type and size is sent, a photograph after it was shrunk;
 * the member can abort it, see its progress, and retry without choosing again. What would fail again
 * cannot be retried.
 */
import { assign, type EventObject, emit, fromCallback, type SnapshotFrom, setup } from "xstate"
import type { Failure } from "../src/domain/failure.ts"
import { type LeafState, viewAt } from "../src/domain/leaf-state.ts"
import { PHOTO_MAX_BYTES, PHOTO_TYPES, UPLOAD_MAX_BYTES, UPLOAD_TYPES } from "../src/domain/limits.ts"
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

interface Limits {
  readonly types: readonly string[]
  readonly bytes: number
}

/** What may be chosen and shrunk, and what may be sent. */
const chosenLimits: Limits = { types: PHOTO_TYPES, bytes: PHOTO_MAX_BYTES }
const sentLimits: Limits = { types: UPLOAD_TYPES, bytes: UPLOAD_MAX_BYTES }

const unfit = (file: Omit<ChosenFile, "fileKey"> | null, limits: Limits): Failure | null => {
  if (file === null) return { reason: "upload.file-missing" }
  if (!limits.types.includes(file.mediaType)) return { reason: "upload.type" }
  if (file.sizeBytes === 0) return { reason: "upload.unreadable" }
  return file.sizeBytes > limits.bytes ? { reason: "upload.too-large" } : null
}

/** True for a refusal of the picture itself: sent again, it would be refused again. */
const isAboutPicture = ({ reason }: Failure): boolean => reason.startsWith("upload.")

export const uploadMachine = setup({
  types: {
    context: {} as UploadContext,
    events: {} as UploadEvent,
    emitted: {} as UploadEmitted,
  },
  actors: {
    /** Makes a smaller copy where that helps: upload.shrunk or upload.failed. */
    shrinkPhoto: fromCallback<EventObject, ChosenFile | null>(unprovided("shrinkPhoto")),
    /**
     * Sends the image: upload.progressed, then upload.stored or upload.failed. Stopping the actor
     * aborts the upload.
     */
    sendFile: fromCallback<EventObject, ChosenFile | null>(unprovided("sendFile")),
  },
  actions: {
    assignFile: assign(({ event }) =>
      event.type === "upload.choose"
        ? {
            file: { fileKey: event.fileKey, sizeBytes: event.sizeBytes, mediaType: event.mediaType },
            share: 0,
            imageId: null,
            failure: null,
          }
        : {},
    ),
    validateChosen: assign(({ context }) => ({ failure: unfit(context.file, chosenLimits) })),
    assignShrunk: assign(({ context, event }) =>
      event.type === "upload.shrunk" && context.file
        ? { file: { ...context.file, sizeBytes: event.sizeBytes, mediaType: event.mediaType } }
        : {},
    ),
    validateShrunk: assign(({ context }) => ({ failure: unfit(context.file, sentLimits) })),
    assignProgress: assign(({ context, event }) =>
      event.type === "upload.progressed" ? { share: Math.max(context.share, event.share) } : {},
    ),
    assignImage: assign(({ event }) =>
      event.type === "upload.stored" ? { imageId: event.imageId, share: 1, failure: null } : {},
    ),
    assignFailure: assign(({ event }) => (event.type === "upload.failed" ? { failure: event.failure } : {})),
    beginAgain: assign({ share: 0, failure: null }),
    clear: assign({ file: null, share: 0, imageId: null, failure: null }),
    announceKept: emit(({ context }) => ({ type: "upload.kept" as const, imageId: context.imageId ?? "" })),
    announceDropped: emit({ type: "upload.dropped" as const }),
  },
  guards: {
    isFit: ({ context }) => unfit(context.file, chosenLimits) === null,
    isShrunkFit: ({ event }) => event.type === "upload.shrunk" && unfit(event, sentLimits) === null,
    isRefusedForGood: ({ event }) => event.type === "upload.failed" && isAboutPicture(event.failure),
  },
}).createMachine({
  id: "upload",
  description: "The upload of one image",
  context: { file: null, share: 0, imageId: null, failure: null },
  initial: "empty",
  on: {
    "upload.choose": { target: ".checking", actions: ["announceDropped", "assignFile"] },
    "upload.remove": { target: ".empty", actions: ["announceDropped", "clear"] },
  },
  states: {
    empty: { description: "No file is chosen" },
    checking: {
      description: "Checks type and size against the limits",
      always: [
        { guard: "isFit", target: "shrinking" },
        { target: "rejected", actions: "validateChosen" },
      ],
    },
    shrinking: {
      description: "The device makes the image smaller",
      invoke: { id: "shrinkPhoto", src: "shrinkPhoto", input: ({ context }) => context.file },
      on: {
        "upload.shrunk": [
          { guard: "isShrunkFit", target: "uploading", actions: "assignShrunk" },
          {
            target: "rejected",
            actions: ["assignShrunk", "validateShrunk"],
            description: "The image is still too large",
          },
        ],
        "upload.failed": {
          target: "rejected",
          actions: "assignFailure",
          description: "The browser cannot decode the image",
        },
      },
    },
    rejected: { description: "The file is not accepted; the reason is shown and another may be chosen" },
    uploading: {
      description: "The image is being uploaded",
      invoke: { id: "sendFile", src: "sendFile", input: ({ context }) => context.file },
      on: {
        "upload.progressed": { actions: "assignProgress" },
        "upload.stored": { target: "stored", actions: ["assignImage", "announceKept"] },
        "upload.failed": [
          { guard: "isRefusedForGood", target: "rejected", actions: "assignFailure" },
          { target: "failed", actions: "assignFailure" },
        ],
        "upload.abort": "stopped",
      },
    },
    stopped: {
      description: "The member stopped the upload",
      on: {
        "upload.retry": { target: "uploading", actions: "beginAgain" },
      },
    },
    failed: {
      description: "The upload failed; the reason is shown",
      on: {
        "upload.retry": { target: "uploading", actions: "beginAgain" },
      },
    },
    stored: { description: "The image is stored on the server" },
  },
})

// ── selectors ────────────────────────────────────────────────────────────────
export type UploadSnapshot = SnapshotFrom<typeof uploadMachine>

/** What the picture shows in each state. `checking` is left at once; what is `interrupted` can be retried. */
const PHASES = {
  empty: "empty",
  checking: "sending",
  shrinking: "sending",
  rejected: "rejected",
  uploading: "sending",
  stopped: "interrupted",
  failed: "interrupted",
  stored: "stored",
} as const satisfies Readonly<Record<LeafState<UploadSnapshot>, string>>

export type UploadPhase = (typeof PHASES)[keyof typeof PHASES]
export const uploadPhase = (snapshot: UploadSnapshot): UploadPhase => viewAt(snapshot, PHASES)

/** The share that is sent while uploading; undefined otherwise. */
export const progressOf = (snapshot: UploadSnapshot): number | undefined =>
  uploadPhase(snapshot) === "sending" ? snapshot.context.share : undefined
