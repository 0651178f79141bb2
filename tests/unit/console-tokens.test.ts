import { globSync, readFileSync } from "node:fs"
import { expect, it } from "vitest"

const source = "packages/console/src"
const sheetOf = (name: string): string => readFileSync(`${source}/${name}`, "utf8")

const namesIn = (text: string, pattern: RegExp): readonly string[] =>
  [...new Set([...text.matchAll(pattern)].map(([, name = ""]) => name))].toSorted()

/** The custom properties that style sheets read. */
const readIn = (sheets: readonly string[]) => namesIn(sheets.join("\n"), /var\((--console-[\w-]+)/g)
const setIn = (sheet: string) => namesIn(sheet, /^\s+(--console-[\w-]+):/gm)

const sheets = globSync("*.module.css", { cwd: source })

it("each custom property of the console has a default", () => {
  const read = readIn(sheets.map(sheetOf))
  expect(read.length).toBeGreaterThan(30)
  const defaults = setIn(sheetOf("tokens.css"))
  expect(read.filter((name) => !defaults.includes(name))).toEqual([])
})

it("this app sets each that is not for the console's own parts alone", () => {
  const read = readIn(sheets.filter((name) => !name.startsWith("default-parts")).map(sheetOf))
  expect(setIn(readFileSync("src/devtools/app-console.css", "utf8"))).toEqual(read)
})
