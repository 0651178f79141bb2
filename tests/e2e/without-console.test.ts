import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { brotliCompressSync } from "node:zlib"
import { afterAll, beforeAll, expect, it } from "vitest"
import { projectRoot, run } from "../../scripts/run.ts"
import { distFolder } from "../../scripts/stamp.ts"

/** What the usual build pays on a first visit so that the console can be asked for at all. */
const CHECK_MAX_BYTES = 500

let without = ""
beforeAll(async () => {
  without = mkdtempSync(join(tmpdir(), "without-console-"))
  const built = await run("vite", ["build", "--outDir", without, "--emptyOutDir", "--logLevel", "warn"], {
    env: { CONSOLE: "off", NODE_ENV: "production" },
    timeoutMs: 110_000,
  })
  if (!built.ok) throw new Error(built.output)
})
afterAll(() => rmSync(without, { recursive: true, force: true }))

/** Every file of a build that a browser may get, as text. */
const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:js|css|json|html|svg|webmanifest)$/.test(entry.name))
    .map(({ parentPath, name }) => ({ name, text: readFileSync(join(parentPath, name), "utf8") }))

const textsOf = (locale: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(join(projectRoot, "locales", `${locale}.json`), "utf8"))

/** Words that only the console says, in every language. */
const wordsOfConsole = (): readonly string[] =>
  readdirSync(join(projectRoot, "locales"))
    .filter((name) => name.endsWith(".json"))
    .flatMap((name) => {
      const texts = Object.entries(textsOf(name.slice(0, -".json".length)))
      const others = texts.flatMap(([key, words]) => (key.startsWith("inspect.") ? [] : words)).join("\n")
      return texts.flatMap(([key, words]) =>
        key.startsWith("inspect.") && words.length > 12 && !/[{']/.test(words) && !others.includes(words)
          ? [words]
          : [],
      )
    })

/** Signs of the console that no minifier changes. */
const SIGNS = [
  "app_debug",
  "data-inspect",
  "inspectPast",
  "inspect.title",
  '"inspect.',
  "financial-links.recording",
  "/api/lab/faults",
] as const

const foundIn = (folder: string, signs: readonly string[]): readonly string[] => {
  const files = filesOf(folder)
  return signs.filter((sign) => files.some(({ text }) => text.includes(sign)))
}

const bootOf = (folder: string): string => {
  const boot = filesOf(folder).find(({ name }) => /^boot-.*\.js$/.test(name))
  if (!boot) throw new Error(`no boot chunk in ${folder}`)
  return boot.text
}

it("is a build without any trace of the console: no code, no style, no word, no parameter", () => {
  const words = wordsOfConsole()
  expect(words.length).toBeGreaterThan(200)
  expect(foundIn(without, [...SIGNS, ...words])).toEqual([])
})

it("finds the same signs in the usual build, so that they would be seen", () => {
  const usual = join(distFolder, "client")
  expect(foundIn(usual, SIGNS)).toEqual(SIGNS)
  expect(foundIn(usual, wordsOfConsole())).toEqual(wordsOfConsole())
})

it("holds Stately's inspector in no build: that is for development", () => {
  for (const folder of [without, join(distFolder, "client")])
    expect(foundIn(folder, ["stately.ai/inspect", "xstateinspector"])).toEqual([])
})

it("leaves of the console in the first visit of the usual build no more than the question whether it is asked for", () => {
  const usual = bootOf(join(distFolder, "client"))
  for (const sign of SIGNS.filter((each) => each !== "app_debug")) expect(usual).not.toContain(sign)
  const paid = brotliCompressSync(usual).length - brotliCompressSync(bootOf(without)).length
  expect(paid).toBeLessThan(CHECK_MAX_BYTES)
})
