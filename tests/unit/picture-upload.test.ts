/** The upload of one picture of a page: what is sent of it, and which file is kept. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { createPageActors } from "../../src/runtime/actors/page-actors.ts"
import { createPictureUpload } from "../../src/runtime/hooks/use-upload.ts"
import { pictureFile, ScriptedRequest, uploadCaller } from "../support/scripted-request.ts"

beforeEach(() => {
  vi.stubGlobal("XMLHttpRequest", ScriptedRequest)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const stored = { code: 1, data: { id: "img1", url: "/files/img1", width: 60, height: 40 } }

describe("the picture of a page", () => {
  const openUpload = (slot = "front", pageActors = createPageActors(undefined)) => {
    let keys = 0
    const createKey = () => {
      keys += 1
      return `f${keys}`
    }
    const upload = createPictureUpload({ pageActors, createKey, now: () => 1 }, uploadCaller, slot)
    const emitted: object[] = []
    upload.actor.onEmit((each) => emitted.push(each))
    upload.actor.start("page")
    let last = ScriptedRequest.last
    /** The next request, once it is sent. */
    const nextRequest = async () => {
      await expect.poll(() => ScriptedRequest.last !== last && ScriptedRequest.last.sent).toBeTruthy()
      last = ScriptedRequest.last
      return last
    }
    return { ...upload, pageActors, emitted, nextRequest }
  }

  it("is checked by its type and size, and kept while it is shown why it is refused", () => {
    const { actor, choose, fileOf } = openUpload()
    const notes = pictureFile(5, "text/plain", "notes.txt")
    choose(notes)
    expect(actor.getSnapshot()).toMatchObject({
      value: "rejected",
      context: {
        file: { fileKey: "f1", sizeBytes: 5, mediaType: "text/plain" },
        failure: { reason: "upload.type" },
      },
    })
    expect(fileOf("f1")).toBe(notes)
    expect(fileOf(undefined)).toBeUndefined()
  })

  it("is sent with its file, and says under which id it is stored", async () => {
    const { actor, choose, emitted, nextRequest } = openUpload()
    choose(pictureFile(3, "image/png", "rear.png"))
    const request = await nextRequest()
    const { sent } = request
    expect(sent instanceof FormData && sent.get("file")).toMatchObject({ name: "rear.png", size: 3 })
    request.answer(200, stored)
    await expect.poll(() => actor.getSnapshot().value).toBe("stored")
    expect(emitted).toEqual([{ type: "upload.dropped" }, { type: "upload.kept", imageId: "img1" }])
  })

  it("is given up for another one, whose file alone is kept, and with its page", async () => {
    const { choose, fileOf, nextRequest, pageActors } = openUpload()
    const [first, second] = [pictureFile(3), pictureFile(4)]
    choose(first)
    const earlier = await nextRequest()
    choose(second)
    expect(earlier.isAborted).toBe(true)
    expect([fileOf("f1"), fileOf("f2")]).toEqual([undefined, second])
    const request = await nextRequest()
    expect(request.isAborted).toBe(false)
    pageActors.stopPage("page")
    expect(request.isAborted).toBe(true)
  })

  it("leaves another picture of the page alone", async () => {
    const front = openUpload()
    front.choose(pictureFile())
    const request = await front.nextRequest()
    openUpload("rear", front.pageActors)
    request.answer(200, stored)
    await expect.poll(() => front.actor.getSnapshot().value).toBe("stored")
  })

  it("is removed with its file, also while it is sent", async () => {
    const { actor, choose, remove, fileOf, nextRequest } = openUpload()
    choose(pictureFile())
    const request = await nextRequest()
    remove()
    expect(request.isAborted).toBe(true)
    expect([fileOf("f1"), actor.getSnapshot().value]).toEqual([undefined, "empty"])
  })

  it("says how much of it is sent, to what listens, until it is sent", async () => {
    const { choose, progress, nextRequest } = openUpload()
    expect(progress.getSnapshot()).toBeUndefined()
    choose(pictureFile())
    const request = await nextRequest()
    const seen: (number | undefined)[] = []
    const stop = progress.subscribe(() => seen.push(progress.getSnapshot()))
    const report = (loaded: number) =>
      request.upload.onprogress?.({ loaded, total: 100, lengthComputable: true })
    report(50)
    expect(seen).toEqual([0.5])
    stop()
    report(75)
    expect([seen, progress.getSnapshot()]).toEqual([[0.5], 0.75])
    request.answer(200, stored)
    await expect.poll(progress.getSnapshot).toBeUndefined()
  })
})
