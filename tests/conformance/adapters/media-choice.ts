/**
 * The options of `chooseImage`, `chooseFile` and `chooseVideo` with their defaults. The product
 * picks one image with `FilePick`.
 */
import { CHOSEN_FILE_COUNT, IMAGE_COUNT, VIDEO_MAX_SECONDS } from "../../../src/domain/limits.ts"
import { oneOf, someOf } from "./argument-rules.ts"

const SIZE_TYPES = ["original", "compressed"] as const
const SOURCE_TYPES = ["album", "camera"] as const
const FILE_TYPES = ["all", "image", "video"] as const
const CAMERAS = ["back", "front"] as const

type SizeType = (typeof SIZE_TYPES)[number]
type SourceType = (typeof SOURCE_TYPES)[number]

const EMPTY_EXTENSION = "param extension should not be empty."

/** The options as a case gives them: each may be missing or invalid. */
export interface MediaOptions {
  readonly count?: unknown
  readonly sizeType?: unknown
  readonly sourceType?: unknown
  readonly type?: unknown
  readonly extension?: unknown
  readonly compressed?: unknown
  readonly maxDuration?: unknown
  readonly camera?: unknown
}

/** File extensions or media types; ["*"] accepts every file. */
type Extensions = readonly string[]
const ANY = "*"

interface MediaSource {
  readonly sourceType: readonly SourceType[]
  readonly extension: Extensions
}
interface ImageChoice extends MediaSource {
  readonly count: number
  readonly sizeType: readonly SizeType[]
}
interface FileChoice extends MediaSource {
  readonly count: number
  readonly type: (typeof FILE_TYPES)[number]
}
interface VideoChoice extends MediaSource {
  readonly compressed: boolean
  /** Seconds. */
  readonly maxDuration: number
  readonly camera: (typeof CAMERAS)[number]
}

export type MediaChoice<Choice> =
  | { readonly ok: true; readonly choice: Choice }
  | { readonly ok: false; readonly detail: string }

const countOf = (count: unknown, otherwise: number): number => {
  const asked = Number(count)
  return asked > 0 ? asked : otherwise
}

const extensionOf = (extension: unknown): Extensions =>
  Array.isArray(extension)
    ? extension.map(String)
    : [typeof extension === "string" && extension !== "" ? extension : ANY]

const validated = <Choice>(options: MediaOptions, choice: Choice): MediaChoice<Choice> =>
  Array.isArray(options.extension) && options.extension.length === 0
    ? { ok: false, detail: EMPTY_EXTENSION }
    : { ok: true, choice }

const sourceOf = ({ sourceType, extension }: MediaOptions): MediaSource => ({
  sourceType: someOf(sourceType, SOURCE_TYPES),
  extension: extensionOf(extension),
})

/** Defaults: nine images, both sizes, both sources. */
export const imageChoice = (options: MediaOptions): MediaChoice<ImageChoice> =>
  validated(options, {
    ...sourceOf(options),
    count: countOf(options.count, IMAGE_COUNT),
    sizeType: someOf(options.sizeType, SIZE_TYPES),
  })

/** Defaults: a hundred files of any type. */
export const fileChoice = (options: MediaOptions): MediaChoice<FileChoice> =>
  validated(options, {
    ...sourceOf(options),
    count: countOf(options.count, CHOSEN_FILE_COUNT),
    type: oneOf(options.type, FILE_TYPES),
  })

/** Defaults: one compressed video of at most 60 s, taken with the back camera. */
export const videoChoice = (options: MediaOptions): MediaChoice<VideoChoice> =>
  validated(options, {
    ...sourceOf(options),
    compressed: typeof options.compressed === "boolean" ? options.compressed : true,
    maxDuration: countOf(options.maxDuration, VIDEO_MAX_SECONDS),
    camera: oneOf(options.camera, CAMERAS),
  })
