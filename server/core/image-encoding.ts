/** Images as they are stored: decoded, and written again without anything but their pixels. */
import { Effect, Schema } from "effect"
import type { Sharp, SharpOptions } from "sharp"
import { UPLOAD_MAX_PIXELS, UPLOAD_SIDE_PX } from "../../src/domain/limits.ts"
import { makeFairPool } from "../fair-pool.ts"
import { type Refusal, refusal } from "./refusal.ts"

/** A decoded and re-encoded image. Only the pixels of the uploaded file survive. */
export interface Image {
  readonly bytes: Uint8Array
  readonly mediaType: "image/jpeg" | "image/png" | "image/webp"
  readonly width: number
  readonly height: number
}

const signatures = [
  { format: "jpeg", starts: [0xff, 0xd8, 0xff], at: 0 },
  { format: "png", starts: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], at: 0 },
  { format: "webp", starts: [0x57, 0x45, 0x42, 0x50], at: 8 },
] as const
type Format = (typeof signatures)[number]["format"]

const sideMaxPixels = 12_000
const decodeTimeoutSeconds = 10
const jpegQuality = 84
/**
 * Size of a stored image. Noise in a small file becomes many times larger as a PNG, and the embedded
 * engine answers no other call while it stores large values.
 */
export const IMAGE_STORED_MAX_BYTES = 2 * 1024 * 1024
/** Tried in this order until the result is small enough. */
const encodings = [
  { side: UPLOAD_SIDE_PX, webpQuality: null },
  { side: UPLOAD_SIDE_PX, webpQuality: 80 },
  { side: 1_600, webpQuality: 60 },
] as const

type Decoder = (bytes: Uint8Array, options: SharpOptions) => Sharp

/** The decoder takes some 30 MB of memory, so it comes with the first image. */
const loadDecoder = Effect.promise(async (): Promise<Decoder> => {
  const { default: sharp } = await import("sharp")
  // decoded pixels are used once, so a cache would only hold memory
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
})

const Meta = Schema.Struct({ format: Schema.String, width: Schema.Int, height: Schema.Int })

const formatOf = (bytes: Uint8Array): Format | null =>
  signatures.find(({ starts, at }) => starts.every((byte, index) => bytes[at + index] === byte))?.format ??
  null

/** Opens an image with the pixel limit enforced, whatever its header claims. */
const open = (decoder: Decoder, bytes: Uint8Array) =>
  decoder(bytes, { limitInputPixels: UPLOAD_MAX_PIXELS, failOn: "truncated", pages: 1, sequentialRead: true })

/** Checks format and size from the header, before any pixel is decoded. */
const inspect = Effect.fnUntraced(function* (decoder: Decoder, bytes: Uint8Array) {
  const format = formatOf(bytes)
  if (format === null) return yield* refusal("upload.type", { field: "file" })
  const unreadable = () => refusal("upload.unreadable", { field: "file" })
  const header = () => decoder(bytes, { limitInputPixels: false }).metadata()
  const found = yield* Effect.tryPromise({ try: header, catch: unreadable })
  const meta = yield* Effect.mapError(Schema.decodeUnknownEffect(Meta)(found), unreadable)
  if (meta.format !== format) return yield* unreadable()
  const isHuge =
    meta.width > sideMaxPixels || meta.height > sideMaxPixels || meta.width * meta.height > UPLOAD_MAX_PIXELS
  if (isHuge) return yield* refusal("upload.too-large", { field: "file" })
  return format
})

/** Encodes on a thread of libuv's pool, not on the main thread. */
const encodeAs = async (
  decoder: Decoder,
  bytes: Uint8Array,
  format: Format,
  { side, webpQuality }: (typeof encodings)[number],
): Promise<Image> => {
  const upright = open(decoder, bytes)
    .timeout({ seconds: decodeTimeoutSeconds })
    .rotate()
    .resize({ width: side, height: side, fit: "inside", withoutEnlargement: true })
  const written =
    webpQuality !== null
      ? upright.webp({ quality: webpQuality })
      : format === "png"
        ? upright.png({ compressionLevel: 6 })
        : format === "webp"
          ? upright.webp()
          : upright.jpeg({ quality: jpegQuality })
  const { data, info } = await written.toBuffer({ resolveWithObject: true })
  const mediaType = `image/${webpQuality === null ? format : "webp"}` as const
  return { bytes: new Uint8Array(data), mediaType, width: info.width, height: info.height }
}

/** The first encoding that is small enough; null if none is. */
const encode = async (decoder: Decoder, bytes: Uint8Array, format: Format): Promise<Image | null> => {
  for (const encoding of encodings) {
    const image = await encodeAs(decoder, bytes, format, encoding)
    if (image.bytes.length <= IMAGE_STORED_MAX_BYTES) return image
  }
  return null
}

/**
 * Decoding takes up to 160 MB at the pixel limit, so images are decoded one at a time, and members take
 * turns. As many wait as are received.
 */
export const DECODING_LIMITS = { atOnce: 1, atOnceOfOne: 1, waitingMax: 64, waitingMaxOfOne: 64 } as const
const pool = makeFairPool({
  ...DECODING_LIMITS,
  refuse: () => refusal("request.too-many", { params: { seconds: 5 } }),
})

/**
 * Decodes an uploaded JPEG, PNG or WebP and re-encodes it upright, without metadata, at most 2 400
 * pixels a side and 2 MB; what would be larger becomes a smaller WebP. Fails with `upload.type`,
 * `upload.too-large` or `upload.unreadable`.
 */
export const reencodeImage = (bytes: Uint8Array, member: string): Effect.Effect<Image, Refusal> =>
  pool.run(
    member,
    Effect.gen(function* () {
      const decoder = yield* loadDecoder
      const format = yield* inspect(decoder, bytes)
      const image = yield* Effect.tryPromise({
        try: () => encode(decoder, bytes, format),
        catch: () => refusal("upload.unreadable", { field: "file" }),
      })
      return image ?? (yield* refusal("upload.too-large", { field: "file" }))
    }),
  )

/** The party of images that an operator sets. */
const operator = "operator"

/** A brand image that cannot be used. The message is for the operator. */
export class BrandImageRefused extends Schema.TaggedError<BrandImageRefused>()("BrandImageRefused", {
  message: Schema.String,
}) {}

/** Pixels of a logo at three times the height in which the app shows it. */
const LOGO = { height: 120, width: 768, heightLeast: 40 } as const
/** The side of a stored icon, which is square. */
export const BRAND_ICON_SIDE_PX = 192

const checkBrand = (which: "logo" | "icon", width: number, height: number): string | null => {
  const size = `This one has ${width} × ${height} pixels.`
  if (which === "logo")
    return height >= LOGO.heightLeast ? null : `A logo needs a height of ${LOGO.heightLeast} pixels. ${size}`
  if (width !== height) return `An icon is square. ${size}`
  return width >= BRAND_ICON_SIDE_PX ? null : `An icon needs ${BRAND_ICON_SIDE_PX} pixels a side. ${size}`
}

/** Re-encodes a logo or an icon as WebP without metadata, in the size that the app needs. */
export const encodeBrandImage = Effect.fn("encodeBrandImage")(function* (
  bytes: Uint8Array,
  which: "logo" | "icon",
) {
  const refused = (message: string) => new BrandImageRefused({ message })
  const unusable = () => refused("The file is no PNG, JPEG or WebP that can be read.")
  const decoder = yield* loadDecoder
  yield* Effect.mapError(inspect(decoder, bytes), unusable)
  const readSize = () => open(decoder, bytes).metadata()
  const { width, height } = yield* Effect.tryPromise({ try: readSize, catch: unusable })
  const problem = checkBrand(which, width, height)
  if (problem !== null) return yield* refused(problem)
  const box =
    which === "logo"
      ? { width: LOGO.width, height: LOGO.height }
      : { width: BRAND_ICON_SIDE_PX, height: BRAND_ICON_SIDE_PX }
  const encodeBrand = () =>
    open(decoder, bytes)
      .timeout({ seconds: decodeTimeoutSeconds })
      .resize({ ...box, fit: "inside", withoutEnlargement: true })
      .webp()
      .toBuffer()
  const encoding = pool.run(operator, Effect.tryPromise({ try: encodeBrand, catch: unusable }))
  return yield* Effect.mapError(encoding, unusable)
})
