/** Images in an S3-compatible store: the signature, the seals, and every way in which the store fails. */
import { randomBytes } from "node:crypto"
import { Clock, Effect } from "effect"
import sharp from "sharp"
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { ImageBucket, makeBucket } from "../../server/core/bucket.ts"
import {
  claimImage,
  openSlice,
  placeOfSlice,
  removeUnusedImages,
  SLICE_BYTES,
  sealImage,
  sliceCount,
  storeImage,
} from "../../server/core/images.ts"
import { makeVault, SEAL_BYTES } from "../../server/core/vault.ts"
import { execute } from "../../server/db/db.ts"
import { makeVirtualTime } from "../simulation/virtual-time.ts"
import { openApp, type TestApp } from "../support/app.ts"
import { BUCKET_KEY, type BucketServer, openBucketServer } from "../support/bucket-server.ts"
import { newMember, openWorld, reasonOf } from "../support/cash.ts"
import { embedded } from "../support/engines.ts"

describe("the stored form of an image", () => {
  const vault = makeVault(new Uint8Array(32).fill(7))
  const bytes = new Uint8Array(SLICE_BYTES * 2 + 17).map((_, index) => index % 251)
  const sealed = sealImage(vault, "a", bytes)
  const sliceOf = (index: number) => {
    const { from, size } = placeOfSlice(index)
    return sealed.subarray(from, from + size)
  }
  const image = { id: "a", size: bytes.length }

  it("is read slice by slice", () => {
    expect(sealed.length).toBe(bytes.length + 3 * SEAL_BYTES)
    const slices = Array.from({ length: sliceCount(bytes.length) }, (_, index) =>
      openSlice(vault, image, index, sliceOf(index)),
    )
    expect(Buffer.concat(slices).equals(Buffer.from(bytes))).toBe(true)
  })

  it("does not open in another place, as another image, cut off, altered, or with another key", () => {
    expect(() => openSlice(vault, image, 0, sliceOf(1))).toThrow()
    expect(() => openSlice(vault, { ...image, id: "b" }, 0, sliceOf(0))).toThrow()
    expect(() => openSlice(vault, { ...image, size: SLICE_BYTES }, 0, sliceOf(0))).toThrow()
    expect(() => openSlice(vault, image, 0, sliceOf(0).subarray(0, 100))).toThrow()
    const altered = Uint8Array.from(sliceOf(0))
    altered[40] = (altered[40] ?? 0) ^ 1
    expect(() => openSlice(vault, image, 0, altered)).toThrow()
    expect(() => openSlice(makeVault(new Uint8Array(32).fill(8)), image, 0, sliceOf(0))).toThrow()
  })
})

/** A bucket of a real store: the same variables as the server's, so that nothing else needs to be known. */
const { TEST_IMAGE_BUCKET: realUrl, TEST_IMAGE_BUCKET_REGION: region = "us-east-1" } = process.env
const { TEST_IMAGE_BUCKET_KEY_ID: keyId = "", TEST_IMAGE_BUCKET_SECRET: secret = "" } = process.env
if (realUrl === undefined)
  console.warn("\n*** NO TEST_IMAGE_BUCKET: images in a store of another maker are NOT TESTED. ***\n")

describe.skipIf(realUrl === undefined)("a store of another maker", () => {
  const settings = { url: (realUrl ?? "").replace(/\/+$/, ""), region, keyId }
  const store = makeBucket({ ...settings, secret })
  const run = <A, E>(work: Effect.Effect<A, E>) => Effect.runPromise(work)
  const name = `test-${randomBytes(12).toString("hex")}`

  it("keeps an object, answers its slices, and removes it, once and again", async () => {
    const bytes = randomBytes(SLICE_BYTES * 2 + 17)
    await run(store.put(name, bytes))
    for (const from of [0, SLICE_BYTES, SLICE_BYTES * 2])
      expect(Buffer.from(await run(store.read(name, from, SLICE_BYTES)))).toEqual(
        bytes.subarray(from, from + SLICE_BYTES),
      )
    await run(store.put(name, bytes.subarray(0, 9)))
    expect(await run(store.read(name, 0, SLICE_BYTES))).toHaveLength(9)
    for (const _ of [1, 2]) await run(store.remove(name))
    expect(await run(Effect.flip(store.read(name, 0, 9)))).toMatchObject({ reason: "missing" })
  })

  it("refuses a wrong key", async () => {
    const forged = makeBucket({ ...settings, secret: `${secret}x` })
    expect(await run(Effect.flip(forged.put(name, randomBytes(9))))).toMatchObject({ reason: "refused" })
    expect(await run(Effect.flip(store.read(name, 0, 9)))).toMatchObject({ reason: "missing" })
  })
})

describe("images in a bucket", () => {
  let app: TestApp
  let bucket: BucketServer
  let token: string
  const env = () => ({
    IMAGE_BUCKET: bucket.url,
    IMAGE_BUCKET_REGION: BUCKET_KEY.region,
    IMAGE_BUCKET_KEY_ID: BUCKET_KEY.keyId,
    IMAGE_BUCKET_SECRET: BUCKET_KEY.secret,
  })
  beforeAll(async () => {
    bucket = await openBucketServer()
    app = await openApp(env())
    token = (await app.join("ada")).token
  })
  afterEach(() => bucket.set("well"))
  afterAll(async () => {
    await app.stop()
    bucket.stop()
  })

  /** Noise, which no format makes small. */
  const picture = (side = 30) =>
    sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
      .png()
      .toBuffer()
  const send = async (side?: number) => app.whileTimePasses(sendNow(await picture(side)))
  const sendNow = async (bytes: Buffer) => {
    const form = new FormData()
    form.append("file", new Blob([new Uint8Array(bytes)]), "proof.png")
    const response = await fetch(`${app.url}/api/upload/image`, {
      method: "POST",
      headers: { token },
      body: form,
    })
    const body: unknown = await response.json()
    const data: unknown = typeof body === "object" && body !== null ? Reflect.get(body, "data") : null
    const of = (name: string) =>
      String(typeof data === "object" && data !== null ? Reflect.get(data, name) : "")
    return { status: response.status, url: of("url"), id: of("id"), reason: of("reason") }
  }
  const read = (url: string, as = token) =>
    app.whileTimePasses(fetch(app.url + url, { headers: { token: as } }))
  const reasonIn = async (response: Response): Promise<unknown> => {
    const body: unknown = await response.json()
    const data: unknown = typeof body === "object" && body !== null ? Reflect.get(body, "data") : null
    return typeof data === "object" && data !== null ? Reflect.get(data, "reason") : null
  }

  it("are stored there, sealed and signed for, and readable by their owner alone", async () => {
    const sent = await send(600)
    expect(sent.status).toBe(200)
    const object = bucket.objects.get(`${new URL(bucket.url).pathname}/${sent.id}`)
    expect(object?.includes(Buffer.from("\x89PNG\r\n\x1a\n", "latin1"))).toBe(false)
    const back = await read(sent.url)
    expect(back.status).toBe(200)
    const bytes = Buffer.from(await back.arrayBuffer())
    expect(bytes.length).toBe(Number(back.headers.get("content-length")))
    expect(bytes.length).toBeGreaterThan(SLICE_BYTES)
    expect(await sharp(bytes).metadata()).toMatchObject({ format: "png", width: 600 })
    expect((await read(sent.url, (await app.join("eve")).token)).status).toBe(404)
    expect(bucket.forged()).toBe(0)
  })

  it("survive one failure of the store, and are refused for now after several", async () => {
    const { url } = await send()
    bucket.set("failing-once")
    expect((await read(url)).status).toBe(200)
    bucket.set("failing")
    const before = bucket.requests()
    const refused = await read(url)
    expect([refused.status, await reasonIn(refused)]).toEqual([503, "system.unavailable"])
    expect(bucket.requests() - before).toBe(3)
    expect(await send()).toMatchObject({ status: 503, reason: "system.unavailable" })
  })

  it("are refused for now while the store is silent, within the client's time", async () => {
    const { url } = await send()
    bucket.set("silent")
    const limit = vi.spyOn(AbortSignal, "timeout")
    limit.mockImplementation(() => AbortSignal.abort(new DOMException("late", "TimeoutError")))
    expect((await read(url)).status).toBe(503)
    const limits = limit.mock.calls.map(([ms]) => ms)
    limit.mockRestore()
    expect(limits).toHaveLength(3)
    expect(limits.reduce((sum, ms) => sum + ms)).toBeLessThan(9_000)
  })

  it.each(["forbidding", "flooding"] as const)("are refused for now where the store is %s", async (how) => {
    const { url } = await send()
    bucket.set(how)
    expect((await read(url)).status).toBe(503)
    expect(await send()).toMatchObject({ status: 503, reason: "system.unavailable" })
  })

  it("are requested again only after a status that may pass", async () => {
    const client = makeBucket({ url: bucket.url, ...BUCKET_KEY })
    const time = makeVirtualTime(Date.now()).clockWith({ ms: 0, driftPpm: 0 })
    const sleepless: Clock.Clock = { ...time, sleep: () => Effect.void }
    const calls = {
      GET: client.read("x", 0, 9),
      PUT: client.put("x", randomBytes(9)),
      DELETE: client.remove("x"),
    }
    const outcome = async (status: number, method: keyof typeof calls) => {
      bucket.set(status)
      const before = bucket.requests()
      const reason = await Effect.runPromise(
        reasonOf<unknown, never>(calls[method]).pipe(Effect.provideService(Clock.Clock, sleepless)),
      )
      return [reason, bucket.requests() - before]
    }
    for (const status of [500, 503, 429, 408])
      expect(await outcome(status, "GET"), `${status}`).toEqual(["unavailable", 3])
    for (const status of [300, 400, 403, 499])
      expect(await outcome(status, "GET"), `${status}`).toEqual(["refused", 1])
    expect(await outcome(404, "GET")).toEqual(["missing", 1])
    expect(await outcome(404, "PUT")).toEqual(["refused", 1])
    expect(await outcome(404, "DELETE")).toEqual(["done", 1])
    expect(await outcome(403, "DELETE")).toEqual(["refused", 1])
    expect(await outcome(200, "PUT")).toEqual(["done", 1])
  })

  it("are unknown once the store has lost them, and a damaged one is not shown", async () => {
    const [lost, damaged] = [await send(), await send()]
    const nameOf = (id: string) => `${new URL(bucket.url).pathname}/${id}`
    bucket.objects.delete(nameOf(lost.id))
    const refused = await read(lost.url)
    expect([refused.status, await reasonIn(refused)]).toEqual([404, "upload.unknown"])
    const object = Buffer.from(bucket.objects.get(nameOf(damaged.id)) ?? "")
    object[20] = (object[20] ?? 0) ^ 1
    bucket.objects.set(nameOf(damaged.id), object)
    expect((await read(damaged.url)).status).toBe(500)
  })

  it("are removed with their object when no record uses them, and tried again when that fails", async () => {
    const world = await openWorld(embedded)
    const image = { bytes: randomBytes(500), mediaType: "image/png", width: 5, height: 5 } as const
    const before = bucket.objects.size
    const work = Effect.gen(function* () {
      const { memberId } = yield* newMember()
      const [used, orphan] = [
        yield* storeImage(memberId, image, Effect.void),
        yield* storeImage(memberId, image, Effect.void),
      ]
      yield* execute("update uploads set created_at_ms = 0")
      expect(yield* claimImage(memberId, used)).toBe(true)
      expect(bucket.objects.size).toBe(before + 2)
      bucket.set("failing")
      expect(yield* reasonOf(removeUnusedImages())).toBe("unavailable")
      expect(yield* claimImage(memberId, orphan)).toBe(false)
      bucket.set("well")
      expect(yield* removeUnusedImages()).toBe(1)
      expect(bucket.objects.size).toBe(before + 1)
      expect(yield* removeUnusedImages()).toBe(0)
    })
    const client = makeBucket({ url: bucket.url, ...BUCKET_KEY })
    await world.run(Effect.provideService(work, ImageBucket, client))
    await world.stop()
  })
})
