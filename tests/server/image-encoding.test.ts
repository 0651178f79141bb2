import { randomBytes } from "node:crypto"
import { Effect } from "effect"
import sharp from "sharp"
import { describe, expect, it } from "vitest"
import { encodeBrandImage, IMAGE_STORED_MAX_BYTES, reencodeImage } from "../../server/core/image-encoding.ts"

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#3366cc" } })

/** A picture that no format makes small. */
const noise = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })

const reencode = (bytes: Uint8Array) => Effect.runPromise(reencodeImage(bytes, "ada"))
const refusalOf = (bytes: Uint8Array) => Effect.runPromise(Effect.flip(reencodeImage(bytes, "ada")))

describe("an image of a member", () => {
  it.each(["jpeg", "png", "webp"] as const)("keeps its format and size: %s", async (format) => {
    const image = await reencode(await plain(40, 30).toFormat(format).toBuffer())
    expect(image).toMatchObject({ mediaType: `image/${format}`, width: 40, height: 30 })
    expect(await sharp(image.bytes).metadata()).toMatchObject({ format, width: 40, height: 30 })
  })

  it("is made smaller to 2 400 pixels a side, in proportion", async () => {
    const image = await reencode(await plain(4_800, 1_200).jpeg().toBuffer())
    expect(image).toMatchObject({ mediaType: "image/jpeg", width: 2_400, height: 600 })
  })

  it("is stood upright", async () => {
    const lying = await plain(40, 30).jpeg().withMetadata({ orientation: 6 }).toBuffer()
    expect(await reencode(lying)).toMatchObject({ width: 30, height: 40 })
  })

  it("that stays large becomes a WebP of its size, then a smaller one", async () => {
    const webp = await reencode(await noise(900, 900).png().toBuffer())
    expect(webp).toMatchObject({ mediaType: "image/webp", width: 900, height: 900 })
    const smaller = await reencode(await noise(2_000, 2_000).jpeg({ quality: 60 }).toBuffer())
    expect(smaller).toMatchObject({ mediaType: "image/webp", width: 1_600, height: 1_600 })
    for (const { bytes } of [webp, smaller]) {
      expect((await sharp(bytes).metadata()).format).toBe("webp")
      expect(bytes.length).toBeLessThanOrEqual(IMAGE_STORED_MAX_BYTES)
    }
  })

  it("is encoded again, so that it is stored in fewer bytes than it came in", async () => {
    const best = await noise(300, 300).jpeg({ quality: 100 }).toBuffer()
    expect((await reencode(best)).bytes.length).toBeLessThan(best.length * 0.7)
  })

  it("of a few pixels too many a side, or in all, is refused by its header", async () => {
    const tooLarge = { reason: "upload.too-large", field: "file" }
    expect(await refusalOf(await plain(12_001, 1).png().toBuffer())).toMatchObject(tooLarge)
    expect(await refusalOf(await plain(1, 12_001).png().toBuffer())).toMatchObject(tooLarge)
    expect(await refusalOf(await plain(7_000, 6_000).png().toBuffer())).toMatchObject(tooLarge)
    expect(await reencode(await plain(12_000, 1).png().toBuffer())).toMatchObject({ width: 2_400, height: 1 })
  })

  it("of another type, or with another's first bytes, is refused", async () => {
    const ofType = { reason: "upload.type", field: "file" }
    const png = await plain(4, 4).png().toBuffer()
    expect(await refusalOf(await plain(4, 4).gif().toBuffer())).toMatchObject(ofType)
    expect(await refusalOf(png.subarray(1))).toMatchObject(ofType)
    expect(await refusalOf(new Uint8Array())).toMatchObject(ofType)
    // an SVG that has the four letters where a WebP has them
    const svg = Buffer.from(`<svg    WEBP="" xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>`)
    expect(svg.indexOf("WEBP")).toBe(8)
    expect(await refusalOf(svg)).toMatchObject({ reason: "upload.unreadable", field: "file" })
  })

  it("that is cut off is refused", async () => {
    const whole = await noise(200, 200).jpeg().toBuffer()
    const half = whole.subarray(0, whole.length / 2)
    expect(await refusalOf(half)).toMatchObject({ reason: "upload.unreadable", field: "file" })
    expect(await refusalOf(whole.subarray(0, 20))).toMatchObject({
      reason: "upload.unreadable",
      field: "file",
    })
  })
})

describe("an image of the brand", () => {
  const encode = (bytes: Uint8Array, which: "logo" | "icon") =>
    Effect.runPromise(encodeBrandImage(bytes, which))
  const sentenceOf = async (bytes: Uint8Array, which: "logo" | "icon") =>
    (await Effect.runPromise(Effect.flip(encodeBrandImage(bytes, which)))).message
  const sizeOf = async (bytes: Uint8Array) => {
    const { format, width, height } = await sharp(bytes).metadata()
    return { format, width, height }
  }

  it("is a WebP in the size that the app shows", async () => {
    const wide = await encode(await plain(2_000, 100).png().toBuffer(), "logo")
    expect(await sizeOf(wide)).toEqual({ format: "webp", width: 768, height: 38 })
    const high = await encode(await plain(400, 240).jpeg().toBuffer(), "logo")
    expect(await sizeOf(high)).toEqual({ format: "webp", width: 200, height: 120 })
    const icon = await encode(await plain(512, 512).png().toBuffer(), "icon")
    expect(await sizeOf(icon)).toEqual({ format: "webp", width: 192, height: 192 })
  })

  it("that is small keeps its size", async () => {
    const logo = await encode(await plain(50, 40).png().toBuffer(), "logo")
    expect(await sizeOf(logo)).toEqual({ format: "webp", width: 50, height: 40 })
    const icon = await encode(await plain(192, 192).webp().toBuffer(), "icon")
    expect(await sizeOf(icon)).toEqual({ format: "webp", width: 192, height: 192 })
  })

  it("of a size that would be blurred or cut is refused with its size", async () => {
    expect(await sentenceOf(await plain(300, 39).png().toBuffer(), "logo")).toBe(
      "A logo needs a height of 40 pixels. This one has 300 × 39 pixels.",
    )
    expect(await sentenceOf(await plain(300, 299).png().toBuffer(), "icon")).toBe(
      "An icon is square. This one has 300 × 299 pixels.",
    )
    expect(await sentenceOf(await plain(191, 191).png().toBuffer(), "icon")).toBe(
      "An icon needs 192 pixels a side. This one has 191 × 191 pixels.",
    )
  })

  it("that cannot be read is refused", async () => {
    const unreadable = "The file is no PNG, JPEG or WebP that can be read."
    expect(await sentenceOf(await plain(400, 240).gif().toBuffer(), "logo")).toBe(unreadable)
    const cut = (await noise(200, 200).jpeg().toBuffer()).subarray(0, 9_000)
    expect(await sentenceOf(cut, "logo")).toBe(unreadable)
  })
})
