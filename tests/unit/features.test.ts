import { existsSync, readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { endpoints, upload } from "../../src/contract/endpoints.ts"
import { ACCOUNT_CHANGE_CODES } from "../../src/domain/cash.ts"
import { ROUTES } from "../../src/navigation/routes.ts"

const document = readFileSync("docs/features.md", "utf8")

/** Items of this section need a reason instead of a proof. */
const LEFT_OUT_SECTION = "Left out"

interface Row {
  readonly section: string
  readonly cells: readonly string[]
}

/** The rows of all tables, without their heads. */
const rowsOf = (markdown: string): readonly Row[] =>
  markdown.split("\n## ").flatMap((part) => {
    const [section = "", ...lines] = part.split("\n")
    return lines
      .filter((line) => line.startsWith("|") && !/^\| (?:Item \||---)|^\|---/.test(line))
      .map((line) => ({
        section,
        cells: line
          .slice(1, -1)
          .split(/(?<!\\)\|/)
          .map((cell) => cell.trim()),
      }))
  })

const inCode = (cell: string): readonly string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, path = ""]) => path)

const proofsIn = (cell: string) =>
  [...cell.matchAll(/`([^`]+)`(?: “([^”]+)”)?/g)].map(([, path = "", title]) => ({ path, title }))

const isTest = (path: string): boolean =>
  /^(?:packages\/\w+\/)?tests\/.*(?:\.test\.tsx?|\.model\.ts|conformance\/[\w-]+\.json)$/.test(path)

const problemsOfProof = (cell: string): readonly string[] => {
  const proofs = proofsIn(cell)
  if (proofs.length === 0) return ["names no test"]
  return proofs.flatMap(({ path, title }) => {
    if (!isTest(path)) return [`${path} is no test`]
    if (!existsSync(path)) return [`${path} is not there`]
    if (title !== undefined && !readFileSync(path, "utf8").includes(title))
      return [`${path} has no “${title}”`]
    return []
  })
}

const problemsOfRow = ({ section, cells }: Row): readonly string[] => {
  const [item = "", files = "", proof = ""] = cells
  if (item === "" || files === "") return ["has an empty cell"]
  if (section === LEFT_OUT_SECTION) return cells.length === 2 ? [] : ["has no reason alone"]
  const paths = inCode(files)
  return [
    ...(cells.length === 3 ? [] : [`has ${cells.length} cells`]),
    ...(paths.length === 0 ? ["names no file"] : []),
    ...paths.filter((path) => !existsSync(path)).map((path) => `${path} is not there`),
    ...problemsOfProof(proof),
  ]
}

const problemsOf = (markdown: string): readonly string[] =>
  rowsOf(markdown).flatMap((row) => problemsOfRow(row).map((problem) => `${row.cells[0]}: ${problem}`))

/** The names of the specification's constants. */
const constants = [...readFileSync("tests/unit/limits.test.ts", "utf8").matchAll(/^ {4}([A-Z_]+):/gm)].map(
  ([, name = ""]) => name,
)

describe("the table of features", () => {
  it("has a file and a test for each item", () => {
    expect(rowsOf(document).length).toBeGreaterThan(230)
    expect(problemsOf(document)).toEqual([])
  })

  it("names every route, call, account-change code and constant", () => {
    const named = new Set(inCode(document))
    const routes = ROUTES.flatMap(({ path, alias }) => (alias === undefined ? [path] : [path, alias]))
    // the calls of our own that no item of the specification needs
    const own = ["api/operation/void"]
    const calls = [...Object.values(endpoints), upload]
      .map(({ path }) => path)
      .filter((path) => !own.includes(path))
    expect(constants.length).toBeGreaterThan(30)
    expect([...routes, ...calls, ...constants].filter((name) => !named.has(name))).toEqual([])
    expect(ACCOUNT_CHANGE_CODES.filter((code) => !document.includes(`| code ${code} `))).toEqual([])
  })

  it("is refused with a row that lacks a file, a test or a reason", () => {
    const problemOf = (row: string, section = "1. A section") =>
      problemsOf(`\n## ${section}\n\n${row}`).join()
    expect(problemOf("| a |  | `tests/unit/features.test.ts` |")).toContain("has an empty cell")
    expect(problemOf("| a | `src/none.ts` | `tests/unit/features.test.ts` |")).toContain("src/none.ts is not")
    expect(problemOf("| a | `src/main.tsx` |  |")).toContain("names no test")
    expect(problemOf("| a | `src/main.tsx` | `src/main.tsx` |")).toContain("src/main.tsx is no test")
    const untitled = "| a | `src/main.tsx` | `tests/unit/limits.test.ts` “no such title” |"
    expect(problemOf(untitled)).toContain("has no “no such title”")
    expect(problemOf("| a | a reason |")).not.toBe("")
    expect(problemOf("| a | a reason |", LEFT_OUT_SECTION)).toBe("")
    expect(problemOf("| a |  |", LEFT_OUT_SECTION)).not.toBe("")
  })
})

describe("the tables of limits and of attacks", () => {
  const cellsOf = (path: string, heading: string): ReadonlyArray<readonly string[]> => {
    const [, section = ""] = readFileSync(path, "utf8").split(`${heading}\n`)
    return rowsOf(`\n## ${section.split("\n## ")[0]}`)
      .map(({ cells }) => cells)
      .filter(([first]) => first !== "What one caller may hold" && first !== "Tried")
  }

  it("name a test that exhausts each limit", () => {
    const rows = cellsOf("docs/limits.md", "# Limits")
    expect(rows.length).toBeGreaterThan(15)
    expect(
      rows.flatMap((cells) => problemsOfProof(cells[3] ?? "").map((why) => `${cells[0]}: ${why}`)),
    ).toEqual([])
    const files = rows.flatMap((cells) => inCode(cells[2] ?? "")).filter((path) => path.includes("/"))
    expect(files.filter((path) => !existsSync(path))).toEqual([])
  })

  it("name a test that fails if an attack succeeds again", () => {
    const rows = cellsOf("docs/attacks.md", "# Attacks and faults")
    expect(rows.length).toBeGreaterThan(20)
    expect(
      rows.flatMap((cells) => problemsOfProof(cells[3] ?? "").map((why) => `${cells[0]}: ${why}`)),
    ).toEqual([])
  })
})
