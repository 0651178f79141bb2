import { describe, expect, it } from "vitest"
import { createActor, fromCallback, initialTransition } from "xstate"
import { isStale, listMachine, listPhase } from "../../machines/list.ts"
import { progressOf, uploadMachine, uploadPhase } from "../../machines/upload.ts"
import { PHOTO_MAX_BYTES, UPLOAD_MAX_BYTES } from "../../src/domain/limits.ts"
import type { ListEvent } from "../../src/events/list.ts"
import type { UploadEvent } from "../../src/events/upload.ts"
import { explore, fold } from "../support/explore.ts"

const at = 1_000
const loaded = (ids: readonly string[], nextCursor: string | null): ListEvent => ({
  type: "list.loaded",
  ids,
  nextCursor,
  at,
})
const failed: ListEvent = { type: "list.failed", failure: { reason: "no-answer.malformed" }, at }
const offline: ListEvent = { type: "list.failed", failure: { reason: "no-answer.network" }, at }
const recalled: ListEvent = {
  type: "list.recalled",
  ids: ["a"],
  nextCursor: null,
  knownAtMs: 500,
  failure: { reason: "no-answer.timeout" },
  at,
}
const say = (type: "list.loadMore" | "list.refresh" | "list.retry"): ListEvent => ({ type, at })
const list = (...events: readonly ListEvent[]) => fold(listMachine, initialTransition(listMachine)[0], events)

describe("a list", () => {
  it("reaches every state and takes every transition it declares", () => {
    const answers = [loaded(["a", "b"], "c1"), loaded(["c"], null), loaded([], null)] as const
    const words = [...answers, recalled, failed, offline] as const
    const commands = [say("list.loadMore"), say("list.refresh"), say("list.retry")] as const
    const bound = ({ context }: { readonly context: { readonly [name: string]: unknown } }) => [
      Array.isArray(context.ids) && context.ids.length,
      context.cursor,
      context.failure !== null,
    ]
    const explored = explore(listMachine, [...words, ...commands], bound)
    expect(explored.unreached).toEqual([])
    expect(explored.untaken).toEqual([])
  })

  it("shows rows of an earlier visit as old until the server has spoken, and keeps them where it does not", () => {
    const waiting = list(recalled)
    expect([listPhase(waiting), waiting.hasTag("busy"), isStale(waiting)]).toEqual(["ready", true, true])
    expect(waiting.context).toMatchObject({ ids: ["a"], atMs: 500 })
    const gone = list(recalled, failed)
    expect([gone.value, gone.context.ids, isStale(gone)]).toEqual(["end", ["a"], true])
    const back = list(recalled, loaded(["b"], null))
    expect([back.context.ids, isStale(back), back.context.atMs]).toEqual([["b"], false, at])
  })

  it("appends pages and shows no row twice", () => {
    const snapshot = list(loaded(["a", "b"], "c1"), say("list.loadMore"), loaded(["b", "c", "c"], null))
    expect(snapshot.value).toBe("end")
    expect(snapshot.context.ids).toEqual(["a", "b", "c"])
  })

  it("keeps its rows when a page or a refresh fails, and says that they are old", () => {
    const more = list(loaded(["a"], "c1"), say("list.loadMore"), failed)
    expect(more.value).toBe("moreFailed")
    expect(more.context.ids).toEqual(["a"])
    const again = fold(listMachine, more, [say("list.retry"), loaded(["b"], null)])
    expect(again.context.ids).toEqual(["a", "b"])
    const refreshed = list(loaded(["a"], null), say("list.refresh"), failed)
    expect(refreshed.value).toBe("end")
    expect(isStale(refreshed)).toBe(true)
    expect(isStale(fold(listMachine, refreshed, [say("list.refresh"), loaded(["a"], null)]))).toBe(false)
  })

  it("asks for as many rows as are shown when it refreshes, and gives way to them", () => {
    const asked: unknown[] = []
    const actor = createActor(
      listMachine.provide({
        actors: {
          loadPage: fromCallback(({ input }) => {
            asked.push(input)
          }),
        },
      }),
    ).start()
    const many = Array.from({ length: 30 }, (_, index) => `r${index}`)
    for (const event of [loaded(many, "c1"), say("list.refresh"), loaded(["new"], null)]) actor.send(event)
    expect(asked).toEqual([
      { cursor: null, limit: 20 },
      { cursor: null, limit: 30 },
    ])
    expect(actor.getSnapshot().context.ids).toEqual(["new"])
  })

  it("asks for the awaited page too when it refreshes meanwhile, and anew when the rows change again", () => {
    const asked: unknown[] = []
    const stopped: unknown[] = []
    const actor = createActor(
      listMachine.provide({
        actors: {
          loadPage: fromCallback(({ input }) => {
            asked.push(input)
            return () => stopped.push(input)
          }),
        },
      }),
    ).start()
    const page = (from: number, count: number) => Array.from({ length: count }, (_, row) => `r${from + row}`)
    for (const event of [loaded(page(0, 20), "c1"), say("list.loadMore"), say("list.refresh")])
      actor.send(event)
    actor.send(say("list.refresh"))
    const both = { cursor: null, limit: 40 }
    expect(asked).toEqual([{ cursor: null, limit: 20 }, { cursor: "c1", limit: 20 }, both, both])
    expect(stopped).toEqual(asked.slice(0, 3))
    actor.send(loaded(page(0, 25), null))
    expect([actor.getSnapshot().value, actor.getSnapshot().context.ids.length]).toEqual(["end", 25])
    actor.send(say("list.refresh"))
    expect(asked.at(-1)).toEqual({ cursor: null, limit: 25 })
  })

  it("asks anew for its first page when the rows change meanwhile, and keeps cached rows until then", () => {
    const asked: unknown[] = []
    const stopped: unknown[] = []
    const actor = createActor(
      listMachine.provide({
        actors: {
          loadPage: fromCallback(({ input }) => {
            asked.push(input)
            return () => stopped.push(input)
          }),
        },
      }),
      { input: { pageSize: 500 } },
    ).start()
    const first = { cursor: null, limit: 500 }
    actor.send(say("list.refresh"))
    expect([asked, stopped]).toEqual([[first, first], [first]])
    actor.send(recalled)
    actor.send(say("list.refresh"))
    expect([asked.length, stopped.length]).toEqual([3, 2])
    expect(listPhase(actor.getSnapshot())).toBe("ready")
    actor.send(loaded(["b"], null))
    expect(actor.getSnapshot().context.ids).toEqual(["b"])
  })

  it("has nothing to show and says why when the first page fails", () => {
    for (const [event, phase] of [
      [failed, "failed"],
      [offline, "offline"],
    ] as const) {
      expect(listPhase(list(event))).toBe(phase)
      expect(list(event, say("list.retry"), loaded([], null)).value).toBe("empty")
      expect(list(event, say("list.refresh"), loaded(["a"], null)).value).toBe("end")
    }
    expect(list(loaded(["a"], "c1"), say("list.loadMore"), offline).value).toBe("moreFailed")
  })
})

const choose = (sizeBytes: number, mediaType = "image/png"): UploadEvent => ({
  type: "upload.choose",
  fileKey: "f1",
  sizeBytes,
  mediaType,
  at,
})
const upload = (...events: readonly UploadEvent[]) =>
  fold(uploadMachine, initialTransition(uploadMachine)[0], events)

describe("an upload", () => {
  const stored: UploadEvent = { type: "upload.stored", imageId: "i1", at }
  const broken: UploadEvent = { type: "upload.failed", failure: { reason: "no-answer.network" }, at }
  const shrunk = (sizeBytes = 10, mediaType = "image/jpeg"): UploadEvent => ({
    type: "upload.shrunk",
    sizeBytes,
    mediaType,
    at,
  })
  const refused = (reason: string): UploadEvent => ({ type: "upload.failed", failure: { reason }, at })

  it("reaches every state and takes every transition it declares", () => {
    const words: readonly UploadEvent[] = [
      choose(10),
      choose(0),
      shrunk(),
      shrunk(UPLOAD_MAX_BYTES + 1),
      refused("upload.unreadable"),
      { type: "upload.progressed", share: 0.5, at },
      stored,
      broken,
      { type: "upload.abort", at },
      { type: "upload.retry", at },
      { type: "upload.remove", at },
    ]
    const explored = explore(uploadMachine, words, ({ context }) => context)
    expect(explored.unreached).toEqual([])
    expect(explored.untaken).toEqual([])
  })

  it.each([
    [choose(PHOTO_MAX_BYTES + 1), "upload.too-large"],
    [choose(10, "image/svg+xml"), "upload.type"],
    [choose(10, "application/pdf"), "upload.type"],
    [choose(0), "upload.unreadable"],
  ])("does not send what cannot be taken (%#)", (event, reason) => {
    const snapshot = upload(event)
    expect(snapshot.value).toBe("rejected")
    expect(snapshot.context.failure?.reason).toBe(reason)
  })

  it("sends what the device made of a photograph", () => {
    const photo = choose(PHOTO_MAX_BYTES, "image/heic")
    expect(upload(photo).value).toBe("shrinking")
    const sent = upload(photo, shrunk(300_000))
    expect(sent.value).toBe("uploading")
    expect(sent.context.file).toEqual({ fileKey: "f1", sizeBytes: 300_000, mediaType: "image/jpeg" })
    const heavy = upload(photo, shrunk(UPLOAD_MAX_BYTES + 1))
    expect(heavy.value).toBe("rejected")
    expect(heavy.context.failure?.reason).toBe("upload.too-large")
    expect(upload(photo, shrunk(10, "image/heic")).context.failure?.reason).toBe("upload.type")
  })

  it.each(["upload.type", "upload.too-large", "upload.unreadable"])(
    "offers no second try where the picture itself is refused: %s",
    (reason) => {
      for (const snapshot of [
        upload(choose(10), refused(reason)),
        upload(choose(10), shrunk(), refused(reason)),
      ]) {
        expect(snapshot.value).toBe("rejected")
        expect(uploadPhase(snapshot)).toBe("rejected")
        expect(snapshot.context.failure).toEqual({ reason })
      }
    },
  )

  it("shows how far it is and never goes back", () => {
    const share = (value: number): UploadEvent => ({ type: "upload.progressed", share: value, at })
    expect(progressOf(upload(choose(UPLOAD_MAX_BYTES), shrunk(), share(0.4), share(0.2)))).toBe(0.4)
    expect(progressOf(upload(choose(10), shrunk(), stored))).toBeUndefined()
  })

  it("can be retried with the same file, and drops its image when another file is chosen", () => {
    const again = upload(choose(10), shrunk(), broken, { type: "upload.retry", at })
    expect(again.value).toBe("uploading")
    expect(again.context.file?.fileKey).toBe("f1")
    const changed = upload(choose(10), shrunk(), stored, choose(20))
    expect(changed.context.imageId).toBeNull()
  })

  it("emits what is stored and what is not", () => {
    const emitted: unknown[] = []
    const actor = createActor(
      uploadMachine.provide({
        actors: {
          shrinkPhoto: fromCallback(({ sendBack }) => sendBack(shrunk())),
          sendFile: fromCallback(({ sendBack }) => sendBack(stored)),
        },
      }),
    )
    actor.on("*", (event) => emitted.push(event))
    actor.start()
    actor.send(choose(10))
    actor.send({ type: "upload.remove", at })
    expect(emitted).toEqual([
      { type: "upload.dropped" },
      { type: "upload.kept", imageId: "i1" },
      { type: "upload.dropped" },
    ])
  })
})
