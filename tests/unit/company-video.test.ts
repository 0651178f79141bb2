import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { companyVideo } from "../../server/content/seed/article-text.ts"
import { LOCALES } from "../../src/domain/limits.ts"

const VIDEO_SECONDS = 24

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
      expect([times[0], times.at(-1)]).toEqual([0, VIDEO_SECONDS])
      for (const [index, { words }] of cues.entries()) {
        expect(words).not.toBe("")
        if (locale !== "en") expect(words).not.toBe(english[index]?.words)
      }
    },
  )
})
