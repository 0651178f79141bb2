/** What may be asked for when a member chooses images, files or a video: how many, from where, of which kind. */
import { CHOSEN_FILE_COUNT, IMAGE_COUNT, VIDEO_MAX_SECONDS } from "./limits.ts"
import { oneOf, someOf } from "./protocol.ts"

export const SIZE_TYPES = ["original", "compressed"] as const
export const SOURCE_TYPES = ["album", "camera"] as const
export const FILE_TYPES = ["all", "image", "video"] as const
export const CAMERAS = ["back", "front"] as const

export type SizeType = (typeof SIZE_TYPES)[number]
export type SourceType = (typeof SOURCE_TYPES)[number]

/** Told to whoever asks for files of no kind at all. */
export const EMPTY_EXTENSION = "param extension should not be empty."

/** What was asked for, as it came: any of it may be missing or make no sense. */
export interface AskedChoice {
  readonly count?: unknown
  readonly sizeType?: unknown
  readonly sourceType?: unknown
  readonly type?: unknown
  readonly extension?: unknown
  readonly compressed?: unknown
  readonly maxDuration?: unknown
  readonly camera?: unknown
}

/** Endings or media types that are taken; ["*"] for all of them. */
type Extensions = readonly string[]
const ANY = "*"

interface FromSomewhere {
  readonly sourceType: readonly SourceType[]
  readonly extension: Extensions
}
export interface ImageChoice extends FromSomewhere {
  readonly count: number
  readonly sizeType: readonly SizeType[]
}
export interface FileChoice extends FromSomewhere {
  readonly count: number
  readonly type: (typeof FILE_TYPES)[number]
}
export interface VideoChoice extends FromSomewhere {
  readonly compressed: boolean
  readonly maxDuration: number
  readonly camera: (typeof CAMERAS)[number]
}

export type Chosen<Choice> =
  | { readonly ok: true; readonly choice: Choice }
  | { readonly ok: false; readonly detail: string }

const countOf = (count: unknown, usual: number): number => {
  const asked = Number(count)
  return asked > 0 ? asked : usual
}

const extensionOf = (extension: unknown): Extensions =>
  Array.isArray(extension)
    ? extension.map(String)
    : [typeof extension === "string" && extension !== "" ? extension : ANY]

const judged = <Choice>(asked: AskedChoice, choice: Choice): Chosen<Choice> =>
  Array.isArray(asked.extension) && asked.extension.length === 0
    ? { ok: false, detail: EMPTY_EXTENSION }
    : { ok: true, choice }

const fromSomewhere = ({ sourceType, extension }: AskedChoice): FromSomewhere => ({
  sourceType: someOf(sourceType, SOURCE_TYPES),
  extension: extensionOf(extension),
})

/** Images: nine unless told, in both sizes and from both sources unless told. */
export const imageChoice = (asked: AskedChoice): Chosen<ImageChoice> =>
  judged(asked, {
    ...fromSomewhere(asked),
    count: countOf(asked.count, IMAGE_COUNT),
    sizeType: someOf(asked.sizeType, SIZE_TYPES),
  })

/** Files of any kind: a hundred unless told. */
export const fileChoice = (asked: AskedChoice): Chosen<FileChoice> =>
  judged(asked, {
    ...fromSomewhere(asked),
    count: countOf(asked.count, CHOSEN_FILE_COUNT),
    type: oneOf(asked.type, FILE_TYPES),
  })

/** One video: compressed, a minute at most and with the camera that looks away from the member, unless told. */
export const videoChoice = (asked: AskedChoice): Chosen<VideoChoice> =>
  judged(asked, {
    ...fromSomewhere(asked),
    compressed: typeof asked.compressed === "boolean" ? asked.compressed : true,
    maxDuration: countOf(asked.maxDuration, VIDEO_MAX_SECONDS),
    camera: oneOf(asked.camera, CAMERAS),
  })

/** The `accept` of a file input: media types as they are, endings as media types of `type` or, for all files, with their dot. */
export const acceptOf = (extension: Extensions, type: "all" | "image" | "video"): string => {
  const accepted = extension
    .filter((each) => each !== "" && each !== ANY)
    .map((each) => {
      if (each.includes("/")) return each
      const ending = each.replace(/^\./, "").toLowerCase()
      if (type === "all") return `.${ending}`
      return `${type}/${ending === "jpg" ? "jpeg" : ending}`
    })
  if (accepted.length > 0) return [...new Set(accepted)].join(",")
  return type === "all" ? "" : `${type}/*`
}
