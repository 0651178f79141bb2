/**
 * The options of `chooseImage`, `chooseFile` and `chooseVideo` with their defaults. The product
 * picks one image with `FilePick`.
 */
import { CHOSEN_FILE_COUNT, IMAGE_COUNT, VIDEO_MAX_SECONDS } from "../../../src/domain/limits.ts"
import type { Plain } from "../area.ts"
import { oneOf, someOf } from "./argument-rules.ts"

const countOf = (count: unknown, otherwise: number): number => (Number(count) > 0 ? Number(count) : otherwise)

/** What each call adds to the source and the extensions. */
const choices: Readonly<Record<string, (options: Plain) => Plain>> = {
  chooseImage: ({ count, sizeType }) => ({
    count: countOf(count, IMAGE_COUNT),
    sizeType: someOf(sizeType, ["original", "compressed"]),
  }),
  chooseFile: ({ count, type }) => ({
    count: countOf(count, CHOSEN_FILE_COUNT),
    type: oneOf(type, ["all", "image", "video"]),
  }),
  chooseVideo: ({ compressed, maxDuration, camera }) => ({
    compressed: typeof compressed === "boolean" ? compressed : true,
    maxDuration: countOf(maxDuration, VIDEO_MAX_SECONDS),
    camera: oneOf(camera, ["back", "front"]),
  }),
}

export const isMediaChoice = (name: string): boolean => Object.hasOwn(choices, name)

/** The message about an empty list of extensions, or null. */
export const extensionFault = ({ extension }: Plain): string | null =>
  Array.isArray(extension) && extension.length === 0 ? "param extension should not be empty." : null

/** The completed options of a call. Extensions are file extensions or media types; "*" accepts every file. */
export const mediaChoice = (name: string, options: Plain): Plain => {
  const { sourceType, extension } = options
  const one = typeof extension === "string" && extension !== "" ? extension : "*"
  return {
    ...choices[name]?.(options),
    sourceType: someOf(sourceType, ["album", "camera"]),
    extension: Array.isArray(extension) ? extension.map(String) : [one],
  }
}
