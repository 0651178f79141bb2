import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { facts } from "../../scripts/video/company.ts"
import { packWebm } from "../../scripts/video/webm.ts"
import { companyVideo } from "../../server/content/seed/article-text.ts"
import { LOCALES } from "../../src/domain/limits.ts"

const file = (path: string) => join(import.meta.dirname, "../../public", path)
const pathsIn = (html: string) => [...html.matchAll(/src="([^"]+)"/g)].map(([, path]) => path ?? "")

/** The cues of a WebVTT file: their times and their words. */
const cuesOf = (locale: string) => {
  const [header, ...cues] = readFileSync(file(`media/company.${locale}.vtt`), "utf8")
    .trim()
    .split("\n\n")
  expect(header).toBe("WEBVTT")
  return cues.map((cue) => {
    const [times = "", ...words] = cue.split("\n")
    return { times, words: words.join("\n") }
  })
}

const secondsOf = (time: string): number => {
  const [minutes = "", seconds = ""] = time.split(":")
  return Number(minutes) * 60 + Number(seconds)
}

describe("the company video", () => {
  it("is there, small, with captions in every language", () => {
    const paths = pathsIn(companyVideo)
    expect(paths).toHaveLength(1 + LOCALES.length)
    expect(paths.filter((path) => !existsSync(file(path)))).toEqual([])
    expect(readFileSync(file("media/company.webm")).length).toBeLessThan(300_000)
  })

  it.each(LOCALES)(
    "says in %s at the same times what it shows, from the first to the last second",
    (locale) => {
      const [cues, english] = [cuesOf(locale), cuesOf("en")]
      expect(cues.map(({ times }) => times)).toEqual(english.map(({ times }) => times))
      const times = cues.flatMap(({ times }) => times.split(" --> ")).map(secondsOf)
      expect(times).toEqual(times.toSorted((one, other) => one - other))
      expect([times[0], times.at(-1)]).toEqual([0, facts.durationMs / 1_000])
      for (const [index, { words }] of cues.entries()) {
        expect(words).not.toBe("")
        if (locale !== "en") expect(words).not.toBe(english[index]?.words)
      }
    },
  )
})

describe("a packed video", () => {
  const frame = (timeMs: number, isKey: boolean) => ({ timeMs, isKey, bytes: Uint8Array.of(9, 9) })
  const frames = [frame(0, true), frame(40, false), frame(80, true)]
  const packed = Buffer.from(packWebm({ widthPx: 2, heightPx: 2, durationMs: 120 }, frames))
  const segmentAt = packed.indexOf(Buffer.from("18538067", "hex")) + 12

  it("has an index that leads to a cluster for each key frame", () => {
    const positionId = Buffer.from("f10100000000000008", "hex")
    const positions: number[] = []
    for (let at = packed.indexOf(positionId); at !== -1; at = packed.indexOf(positionId, at + 1))
      positions.push(Number(packed.readBigUInt64BE(at + positionId.length)))
    expect(positions).toHaveLength(2)
    for (const position of positions)
      expect(
        packed
          .subarray(segmentAt + position)
          .subarray(0, 4)
          .toString("hex"),
      ).toBe("1f43b675")
  })
})
