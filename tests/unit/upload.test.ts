/** Uploads: what is sent, what an answer means, and which photograph is made smaller. */
import { Effect, Fiber } from "effect"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { FRAMEWORK_TIMEOUT_MS, UPLOAD_MAX_BYTES, UPLOAD_SIDE_PX } from "../../src/domain/limits.ts"
import type { Caller } from "../../src/runtime/api/api-client.ts"
import { createFileStore, fittingSize, sendFile, shrinkPhoto } from "../../src/runtime/api/upload.ts"
import { pictureFile, ScriptedRequest, uploadCaller } from "../support/scripted-request.ts"

beforeEach(() => {
  vi.useFakeTimers({ now: 42, toFake: ["Date"] })
  vi.stubGlobal("XMLHttpRequest", ScriptedRequest)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const chosenOf = (fileKey: string, { size, type }: File) => ({ fileKey, sizeBytes: size, mediaType: type })

/** Effect keeps a clock of its own where a program reads it without waiting. */
const AT: number = expect.any(Number)

/** A file that is chosen, and its upload, which has begun. */
const begun = async (as: Caller = uploadCaller) => {
  const files = createFileStore(() => "f1")
  const file = pictureFile()
  const sent: unknown[] = []
  const chosen = chosenOf(files.put(file), file)
  const fiber = Effect.runFork(sendFile(as, files)(chosen, (fact) => sent.push(fact)))
  await vi.waitFor(() => expect(ScriptedRequest.last.sent).toBeDefined())
  return {
    sent,
    file,
    fiber,
    request: ScriptedRequest.last,
    result: () => Effect.runPromise(Fiber.join(fiber)),
  }
}

const stored = { code: 1, data: { id: "img1", url: "/files/img1", width: 60, height: 40 } }

describe("an upload", () => {
  it("sends the file with token and language, and gives the id of what was stored", async () => {
    const { request, result, file } = await begun()
    expect(request.opened).toEqual(["POST", "https://site/api/upload/image"])
    expect(request.headers).toMatchObject({ token: "secret", locale: "de" })
    expect(request.timeout).toBe(FRAMEWORK_TIMEOUT_MS)
    expect(request.sent instanceof FormData && request.sent.get("file")).toEqual(file)
    request.answer(200, stored)
    expect(await result()).toEqual({ type: "upload.stored", imageId: "img1", at: AT })
  })

  it("sends no token without a session", async () => {
    const { request } = await begun({ ...uploadCaller, token: () => null })
    expect(Object.keys(request.headers)).not.toContain("token")
  })

  it.each<[string, number, unknown, object]>([
    ["an ended session", 401, { code: -1, msg: "gone" }, { reason: "session.invalid" }],
    [
      "a refusal with a reason",
      200,
      { code: 0, msg: "too wide", data: { reason: "upload.pixels" } },
      { reason: "upload.pixels", message: "too wide" },
    ],
    ["a refusal without one", 200, { code: 0 }, { reason: "upload.unreadable", message: "" }],
    ["a success of another shape", 200, { code: 1, data: { id: 7 } }, { reason: "no-answer.malformed" }],
    ["a page", 200, "<!doctype html>", { reason: "no-answer.malformed" }],
    ["a gateway's page", 502, "<!doctype html>", { reason: "no-answer.server" }],
    ["a status below a server's", 499, "<!doctype html>", { reason: "no-answer.malformed" }],
    ["a server's own fault", 500, "{}", { reason: "no-answer.server" }],
  ])("takes %s for a failure", async (_answer, status, body, failure) => {
    const { request, result } = await begun()
    request.answer(status, body)
    expect(await result()).toEqual({ type: "upload.failed", failure, at: AT })
  })

  it.each([
    ["onerror", "no-answer.network"],
    ["ontimeout", "no-answer.timeout"],
  ] as const)("says of %s that there was no answer", async (event, reason) => {
    const { request, result } = await begun()
    request[event]()
    expect(await result()).toEqual({ type: "upload.failed", failure: { reason }, at: AT })
  })

  it("reports its progress in steps of a hundredth, the end always, and none of an unknown whole", async () => {
    const { request, sent } = await begun()
    const report = (loaded: number, total = 1_000, lengthComputable = true) =>
      request.upload.onprogress?.({ loaded, total, lengthComputable })
    for (const loaded of [5, 10, 19, 20, 995]) report(loaded)
    report(0, 0)
    report(500, 1_000, false)
    report(1_000)
    const shares = [0.01, 0.02, 0.995, 1]
    expect(sent).toEqual(shares.map((share) => ({ type: "upload.progressed", share, at: AT })))
  })

  it("is aborted when it is interrupted", async () => {
    const { request, fiber } = await begun()
    await Effect.runPromise(Fiber.interrupt(fiber))
    expect(request.isAborted).toBe(true)
  })

  it("says that the file is gone, as after a reload, and sends nothing", async () => {
    const files = createFileStore(() => "f1")
    const missing = { type: "upload.failed", failure: { reason: "upload.file-missing" }, at: AT }
    const send = (chosen: Parameters<ReturnType<typeof sendFile>>[0]) =>
      Effect.runPromise(sendFile(uploadCaller, files)(chosen, () => {}))
    expect(await send(null)).toEqual(missing)
    expect(await send(chosenOf("f1", pictureFile()))).toEqual(missing)
  })
})

it("the files are replaced where they still are, and dropped", () => {
  let made = 0
  const files = createFileStore(() => {
    made += 1
    return `f${made}`
  })
  const [first, second, smaller] = [pictureFile(1), pictureFile(2), pictureFile(3)]
  expect([files.put(first), files.put(second)]).toEqual(["f1", "f2"])
  files.replace("f1", smaller)
  expect([files.get("f1"), files.get("f2")]).toEqual([smaller, second])
  files.drop("f1")
  files.replace("f1", smaller)
  expect([files.get("f1"), files.get("f2")]).toEqual([undefined, second])
})

describe("the size of a photograph", () => {
  it.each([
    [UPLOAD_SIDE_PX, 10, UPLOAD_SIDE_PX, 10],
    [2 * UPLOAD_SIDE_PX, UPLOAD_SIDE_PX, UPLOAD_SIDE_PX, UPLOAD_SIDE_PX / 2],
    [100, 4 * UPLOAD_SIDE_PX, 25, UPLOAD_SIDE_PX],
    [1, 10 * UPLOAD_SIDE_PX, 1, UPLOAD_SIDE_PX],
    [10 * UPLOAD_SIDE_PX, 1, UPLOAD_SIDE_PX, 1],
  ])("%i × %i becomes %i × %i", (width, height, fittingWidth, fittingHeight) => {
    expect(fittingSize(width, height)).toEqual({ width: fittingWidth, height: fittingHeight })
  })
})

describe("a photograph", () => {
  const MIB = 1024 * 1024
  const big = 2 * UPLOAD_SIDE_PX

  /** A browser that decodes every picture to a size, and encodes it to a number of bytes by type. */
  const browserOf = (side: number, bytesByType: Readonly<Record<string, number>>, canDecode = true) => {
    const drawn: unknown[] = []
    const close = vi.fn()
    const bitmap = { width: side, height: side / 2, close }
    vi.stubGlobal("createImageBitmap", (_file: unknown, options: unknown) => {
      drawn.push(options)
      return canDecode ? Promise.resolve(bitmap) : Promise.reject(new Error("no picture"))
    })
    vi.stubGlobal(
      "OffscreenCanvas",
      class {
        constructor(...size: readonly number[]) {
          drawn.push(["canvas", ...size])
        }
        getContext = (kind: string) => ({
          fillStyle: "",
          imageSmoothingQuality: "low",
          fillRect(...area: readonly number[]) {
            drawn.push([kind, this.fillStyle, ...area])
          },
          drawImage(_bitmap: unknown, ...area: readonly number[]) {
            drawn.push([this.imageSmoothingQuality, ...area])
          },
        })
        convertToBlob = ({ type, quality }: { readonly type: string; readonly quality?: number }) => {
          drawn.push([type, quality])
          return Promise.resolve(new Blob([new Uint8Array(bytesByType[type] ?? 0)], { type }))
        }
      },
    )
    return { drawn, close }
  }

  const shrinking = async (file: File) => {
    const files = createFileStore(() => "f1")
    const fact = await Effect.runPromise(shrinkPhoto(files)(chosenOf(files.put(file), file)))
    return { fact, kept: files.get("f1") }
  }

  it("is sent as it is where its pixels fit and it is small", async () => {
    const { close } = browserOf(UPLOAD_SIDE_PX, { "image/jpeg": 5 })
    const file = pictureFile(MIB, "image/jpeg")
    const { fact, kept } = await shrinking(file)
    expect(fact).toEqual({ type: "upload.shrunk", sizeBytes: MIB, mediaType: "image/jpeg", at: 42 })
    expect(kept).toBe(file)
    expect(close).toHaveBeenCalledOnce()
  })

  it.each([
    ["more pixels than are kept", big, 10, "image/jpeg"],
    ["more bytes than a small one", UPLOAD_SIDE_PX, MIB + 1, "image/jpeg"],
    ["a type that is not sent", UPLOAD_SIDE_PX, 10, "image/heic"],
  ])("is made smaller for %s", async (_why, side, bytes, type) => {
    browserOf(side, { "image/jpeg": 5 })
    const { fact, kept } = await shrinking(pictureFile(bytes, type, "my.photo.heic"))
    expect(fact).toEqual({ type: "upload.shrunk", sizeBytes: 5, mediaType: "image/jpeg", at: 42 })
    expect([kept?.name, kept?.size, kept?.type]).toEqual(["my.photo.jpg", 5, "image/jpeg"])
  })

  it("is drawn upright, on white, in the size that fits", async () => {
    const { drawn, close } = browserOf(big, { "image/jpeg": 5 })
    await shrinking(pictureFile(10, "image/webp"))
    const area = [0, 0, UPLOAD_SIDE_PX, UPLOAD_SIDE_PX / 2]
    expect(drawn).toEqual([
      { imageOrientation: "from-image" },
      ["canvas", UPLOAD_SIDE_PX, UPLOAD_SIDE_PX / 2],
      ["2d", "white", ...area],
      ["high", ...area],
      ["image/jpeg", 0.84],
    ])
    expect(close).toHaveBeenCalledOnce()
  })

  it("keeps the letters of a screenshot sharp, unless that takes too many bytes", async () => {
    browserOf(big, { "image/png": UPLOAD_MAX_BYTES, "image/jpeg": 5 })
    const sharp = await shrinking(pictureFile(10, "image/png", "shot.png"))
    expect([sharp.kept?.name, sharp.kept?.size]).toEqual(["shot.png", UPLOAD_MAX_BYTES])
    browserOf(big, { "image/png": UPLOAD_MAX_BYTES + 1, "image/jpeg": 5 })
    const blurred = await shrinking(pictureFile(10, "image/png", "shot.png"))
    expect([blurred.kept?.name, blurred.kept?.size]).toEqual(["shot.jpg", 5])
  })

  it.each([
    [2 * MIB, UPLOAD_SIDE_PX, "image/jpeg", 2 * MIB, false],
    [2 * MIB, UPLOAD_SIDE_PX, "image/jpeg", 2 * MIB - 1, true],
    [2 * MIB, big, "image/jpeg", 3 * MIB, true],
    [2 * MIB, UPLOAD_SIDE_PX, "image/heic", 3 * MIB, true],
  ])(
    "of %i bytes, %i pixels wide and %s: a copy of %i bytes is sent: %s",
    async (bytes, side, type, copyBytes, isSent) => {
      browserOf(side, { "image/jpeg": copyBytes })
      const file = pictureFile(bytes, type)
      expect((await shrinking(file)).kept === file).toBe(!isSent)
    },
  )

  it("that the browser cannot decode is left to the server, if its type may be sent", async () => {
    browserOf(big, {}, false)
    const file = pictureFile(10, "image/png")
    const left = await shrinking(file)
    expect(left.fact).toEqual({ type: "upload.shrunk", sizeBytes: 10, mediaType: "image/png", at: 42 })
    expect(left.kept).toBe(file)
    const wrong = await shrinking(pictureFile(10, "image/heic"))
    expect(wrong.fact).toEqual({ type: "upload.failed", failure: { reason: "upload.type" }, at: 42 })
  })

  it("that is gone is no picture", async () => {
    const files = createFileStore(() => "f1")
    const wrong = { type: "upload.failed", failure: { reason: "upload.type" }, at: 42 }
    expect(await Effect.runPromise(shrinkPhoto(files)(null))).toEqual(wrong)
    expect(await Effect.runPromise(shrinkPhoto(files)(chosenOf("f1", pictureFile())))).toEqual(wrong)
  })
})
