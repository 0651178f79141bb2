// @module-tag exhaustive
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { brotliCompressSync } from "node:zlib"
import { afterAll, beforeAll, expect, it } from "vitest"
import { projectRoot, run } from "../../scripts/child-process.ts"
import { distFolder } from "../../scripts/stamp.ts"

/** Bytes of the first visit for the check whether the console is requested. */
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

/** The text files of a build that a browser may load. */
const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:js|css|json|html|svg|webmanifest)$/.test(entry.name))
    .map(({ parentPath, name }) => ({ name, text: readFileSync(join(parentPath, name), "utf8") }))

const textsOf = (locale: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(join(projectRoot, "locales", `${locale}.json`), "utf8"))

/** Messages of the console alone, in every language. */
const consoleMessages = (): readonly string[] =>
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

/** Strings of the console that survive the minifier. */
const MARKERS = [
  "app_debug",
  "data-inspect",
  "inspectPast",
  "inspect.title",
  '"inspect.',
  "/api/lab/faults",
] as const

const foundIn = (folder: string, markers: readonly string[]): readonly string[] => {
  const files = filesOf(folder)
  return markers.filter((marker) => files.some(({ text }) => text.includes(marker)))
}

const bootOf = (folder: string): string => {
  const boot = filesOf(folder).find(({ name }) => /^boot-.*\.js$/.test(name))
  if (!boot) throw new Error(`no boot chunk in ${folder}`)
  return boot.text
}

it("leaves no trace of the console in a build without it", () => {
  const words = consoleMessages()
  expect(words.length).toBeGreaterThan(200)
  expect(foundIn(without, [...MARKERS, ...words])).toEqual([])
})

it("finds the same markers in the usual build", () => {
  const usual = join(distFolder, "client")
  expect(foundIn(usual, MARKERS)).toEqual(MARKERS)
  expect(foundIn(usual, consoleMessages())).toEqual(consoleMessages())
})

it("contains Stately's inspector in no build", () => {
  for (const folder of [without, join(distFolder, "client")])
    expect(foundIn(folder, ["stately.ai/inspect", "xstateinspector"])).toEqual([])
})

it("adds only the check for the parameter to the first visit of the usual build", () => {
  const usual = bootOf(join(distFolder, "client"))
  for (const marker of MARKERS.filter((each) => each !== "app_debug")) expect(usual).not.toContain(marker)
  const addedBytes = brotliCompressSync(usual).length - brotliCompressSync(bootOf(without)).length
  expect(addedBytes).toBeLessThan(CHECK_MAX_BYTES)
})
