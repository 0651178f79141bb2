import { existsSync, readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { retiredWords } from "../support/retired-words.ts"
import { readFiles } from "../support/source-rules.ts"

interface Text {
  readonly path: string
  readonly code: string
}

/** The list itself, and articles that members read. */
const exempt =
  /^(?:tests\/support\/retired-words\.ts|tests\/unit\/retired-words\.test\.ts|server\/content\/seed\/)/

const texts: readonly Text[] = [
  ...readFiles(["src", "machines", "packages", "server", "tests", "scripts"], /\.(?:tsx?|css)$/),
  ...readFiles(["docs"], /\.md$/),
  ...["README.md", "CONTRIBUTING.md"].map((path) => ({ path, code: readFileSync(path, "utf8") })),
].filter(({ path }) => !exempt.test(path))

/** Each line with a retired word, and the term to use instead. */
const relapses = (all: readonly Text[]): readonly string[] =>
  all.flatMap(({ path, code }) =>
    [path, ...code.split("\n")].flatMap((line, number) =>
      retiredWords
        .filter(({ word, allowed = [] }) =>
          word.test(allowed.reduce((rest, right) => rest.replace(right, ""), line)),
        )
        .map(({ word, instead }) => `${path}:${number} ${word.exec(line)?.[0] ?? ""} → ${instead}`),
    ),
  )

describe("retired words", () => {
  it("are absent from code, comments, tests and docs", () => {
    expect(texts.length).toBeGreaterThan(500)
    expect(relapses(texts)).toEqual([])
  })

  it.each(["const house = 1", "/** Whoever asks is told. */", "import { mintKey } from './mint.ts'"])(
    "are found in %s",
    (code) => {
      expect(relapses([{ path: "src/a.ts", code }]).length).toBeGreaterThan(0)
    },
  )

  it("are found in a file's name", () => {
    expect(relapses([{ path: "src/backroom.ts", code: "" }])).toHaveLength(1)
  })
})

describe("the glossary", () => {
  const glossary = readFileSync("docs/glossary.md", "utf8")
  const rows = glossary.split("\n").filter((line) => /^\| (?!Term|---)/.test(line))

  it("names a file that exists for each term", () => {
    expect(rows.length).toBeGreaterThan(20)
    const files = rows.map((row) => /`([^`]+)` \|$/.exec(row)?.[1] ?? row)
    expect(files.filter((file) => !existsSync(file))).toEqual([])
  })

  it("lists each term once", () => {
    const terms = rows.map((row) => row.split("|")[1]?.trim())
    expect(new Set(terms).size).toBe(terms.length)
  })
})
