import { describe } from "vitest"
import { progressOf, uploadMachine, uploadPhase } from "../../machines/upload.ts"
import { PHOTO_MAX_BYTES, UPLOAD_MAX_BYTES } from "../../src/domain/limits.ts"
import type { UploadEvent } from "../../src/events/upload.ts"
import { scenariosOf } from "../support/scenarios.ts"

/** The phase and the tags of each state. */
const seen = {
  phase: uploadPhase,
  phases: {
    empty: "empty",
    failed: "interrupted",
    rejected: "rejected",
    shrinking: "sending",
    stopped: "interrupted",
    stored: "stored",
    uploading: "sending",
  },
}

const at = 1
const png = (sizeBytes = 10, mediaType = "image/png") => ({ fileKey: "f1", sizeBytes, mediaType })
const choose = (file: ReturnType<typeof png>): UploadEvent => ({ type: "upload.choose", ...file, at })
const shrunk = (sizeBytes = 8, mediaType = "image/jpeg"): UploadEvent => ({
  type: "upload.shrunk",
  sizeBytes,
  mediaType,
  at,
})
const say = (word: "retry" | "abort" | "remove"): UploadEvent => ({ type: `upload.${word}`, at })
const progressed = (share: number): UploadEvent => ({ type: "upload.progressed", share, at })
const stored: UploadEvent = { type: "upload.stored", imageId: "i1", at }
const failedBy = (reason: string): UploadEvent => ({ type: "upload.failed", failure: { reason }, at })
const dropped = { emits: "upload.dropped" }
const shrinks = (file: object) => ["start shrinkPhoto", file] as const
const sent = png(8, "image/jpeg")
const sends = ["start sendFile", sent] as const
const EMPTY = { file: null, share: 0, imageId: null, failure: null }

describe("the upload of a picture", () => {
  const { begins, scenario } = scenariosOf(uploadMachine, {
    ...seen,
    shows: (snapshot) => ({ progress: progressOf(snapshot) }),
  })
  const sending = { shows: { progress: 0 } } as const
  const still = { shows: { progress: undefined } } as const

  begins("empty", { context: EMPTY, ...still })

  scenario("sends a smaller copy and says how far it is, never back", [
    [say("retry"), "empty"],
    [choose(png()), "shrinking", { context: { file: png() }, ...sending, does: [dropped, shrinks(png())] }],
    [progressed(0.5), "shrinking"],
    [shrunk(), "uploading", { context: { file: sent }, does: ["stop shrinkPhoto", sends] }],
    [progressed(0.5), "uploading", { context: { share: 0.5 }, shows: { progress: 0.5 } }],
    [progressed(0.25), "uploading"],
    [
      stored,
      "stored",
      {
        context: { imageId: "i1", share: 1 },
        ...still,
        does: ["stop sendFile", { emits: "upload.kept", imageId: "i1" }],
      },
    ],
    [say("abort"), "stored"],
    [say("remove"), "empty", { context: EMPTY, ...still, does: [dropped] }],
  ])

  for (const [file, reason] of [
    [png(PHOTO_MAX_BYTES + 1), "upload.too-large"],
    [png(10, "application/pdf"), "upload.type"],
    [png(0), "upload.unreadable"],
  ] as const)
    scenario(`does not send what is ${reason}, until another is chosen`, [
      [choose(file), "rejected", { context: { file, failure: { reason } }, ...still, does: [dropped] }],
      [say("retry"), "rejected"],
      [
        choose(png(PHOTO_MAX_BYTES)),
        "shrinking",
        {
          context: { file: png(PHOTO_MAX_BYTES), failure: null },
          ...sending,
          does: [dropped, shrinks(png(PHOTO_MAX_BYTES))],
        },
      ],
    ])

  for (const [event, file, reason] of [
    [shrunk(UPLOAD_MAX_BYTES + 1), png(UPLOAD_MAX_BYTES + 1, "image/jpeg"), "upload.too-large"],
    [shrunk(8, "image/heic"), png(8, "image/heic"), "upload.type"],
    [failedBy("upload.unreadable"), png(), "upload.unreadable"],
  ] as const)
    scenario(
      `does not send a copy that is ${reason}`,
      [[event, "rejected", { context: { file, failure: { reason } }, ...still, does: ["stop shrinkPhoto"] }]],
      [choose(png())],
    )
  scenario(
    "sends a copy of the largest size",
    [
      [
        shrunk(UPLOAD_MAX_BYTES),
        "uploading",
        {
          context: { file: png(UPLOAD_MAX_BYTES, "image/jpeg") },
          does: ["stop shrinkPhoto", ["start sendFile", png(UPLOAD_MAX_BYTES, "image/jpeg")]],
        },
      ],
    ],
    [choose(png())],
  )

  scenario(
    "is not tried again where the picture itself is refused",
    [
      [
        failedBy("upload.type"),
        "rejected",
        {
          context: { failure: { reason: "upload.type" } },
          ...still,
          does: ["stop sendFile"],
        },
      ],
      [say("retry"), "rejected"],
    ],
    [choose(png()), shrunk()],
  )
  for (const [event, state, context] of [
    [failedBy("no-answer.network"), "failed", { failure: { reason: "no-answer.network" } }],
    [say("abort"), "stopped", {}],
  ] as const)
    scenario(
      `that is ${state} is tried again with the same picture`,
      [
        [event, state, { context, ...still, does: ["stop sendFile"] }],
        [say("retry"), "uploading", { context: { share: 0, failure: null }, ...sending, does: [sends] }],
      ],
      [choose(png()), shrunk(), progressed(0.5)],
    )

  scenario(
    "gives way to another picture",
    [
      [
        choose(png(20)),
        "shrinking",
        { context: { ...EMPTY, file: png(20) }, ...sending, does: [dropped, shrinks(png(20))] },
      ],
    ],
    [choose(png()), shrunk(), stored],
  )
})
