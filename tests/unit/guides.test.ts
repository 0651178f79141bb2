// @module-tag sweep
/**
 * Follows docs/for-flow-developers.md and docs/for-testers.md: what the first one says to write is written
 * into a copy of the project, and each check answers as it promises.
 */
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { projectPaths } from "../../scripts/paths.ts"
import { projectRoot, run } from "../../scripts/run.ts"
import { isExhaustive } from "../support/exhaustive.ts"

const COPIED = [
  ...["src", "machines", "packages", "server", "scripts", "tests", "locales", "docs"],
  ...["package.json", "tsconfig.json", "vite.config.ts", "vitest.config.ts"],
]
const copy = join(projectRoot, ".cache", `guide-${process.pid}`)

/** What the compiler reads of the copy: all of it in the exhaustive run, else what the guide changes. */
const compiled = {
  extends: "./tsconfig.json",
  ...(isExhaustive
    ? {}
    : { include: ["machines", "src/features/withdraw", "src/ui/*.ts", "tests/e2e/drivers"] }),
}

const textOf = (path: string): string => readFileSync(path, "utf8")
const guide = textOf(join(projectRoot, "docs/for-flow-developers.md"))

/** The text of a step of the guide. */
const stepOf = (number: number): string => {
  const step = guide.split(/^\*\*(?=\d\. )|^## /m).find((part) => part.startsWith(`${number}. `))
  if (step === undefined) throw new Error(`the guide has no step ${number}`)
  return step
}

/** A code block of a step; the language is "" for output. */
const blockOf = (step: number, language: string, index = 0): string => {
  const blocks = [...stepOf(step).matchAll(/```(\w*)\n([\s\S]*?)```/g)].filter(([, of]) => of === language)
  const [, , code] = blocks[index] ?? []
  if (code === undefined) throw new Error(`step ${step} has no block ${index} of ${language || "output"}`)
  return code
}

/** Replaces a text that a file of the copy holds exactly once. */
const change = (file: string, from: string, to: string): void => {
  const code = textOf(join(copy, file))
  expect(code.split(from), `${file} holds once: ${from}`).toHaveLength(2)
  writeFileSync(
    join(copy, file),
    code.replace(from, () => to),
  )
}

/** The errors of the compiler, "FILE: error TS1234: …", in the order of the files. */
const typeErrors = async (): Promise<readonly string[]> => {
  const { output } = await run("tsc", [
    "-p",
    join(copy, "tsconfig.guide.json"),
    "--pretty",
    "false",
    "--checkers",
    "1",
  ])
  return output
    .split("\n")
    .filter((line) => line.includes("error TS"))
    .map((line) => line.replace(/^.*guide-\d+\//, "").replace(/\(\d+,\d+\)/, ""))
}

const script = (name: string, ...given: readonly string[]) =>
  run("node", [join(copy, "scripts", `${name}.ts`), ...given])

const MACHINE = "machines/withdrawal.ts"
const DRIVER = "tests/e2e/drivers/withdrawal.driver.ts"
const PHASE = '  "filling.refused": "filling",\n'

const addState = (): void => {
  const decided = blockOf(1, "ts")
  change(MACHINE, decided, decided.replace(/target: "\.drafting"/, 'target: ".lacking"'))
  change(MACHINE, "        refused: {", `${blockOf(1, "ts", 1)}        refused: {`)
}
const addPhase = (): void => change(MACHINE, PHASE, PHASE + blockOf(1, "ts", 2))
const addView = (): void => change(DRIVER, "    reviewing: async", `${blockOf(5, "ts")}    reviewing: async`)

describe("the guide for flow developers", () => {
  beforeAll(() => {
    mkdirSync(copy, { recursive: true })
    for (const name of COPIED) cpSync(join(projectRoot, name), join(copy, name), { recursive: true })
    writeFileSync(join(copy, "tsconfig.guide.json"), JSON.stringify(compiled))
    symlinkSync(join(projectRoot, "node_modules"), join(copy, "node_modules"), "junction")
  })
  afterAll(() => rmSync(copy, { recursive: true, force: true }))

  it("adds a state that does not compile before it has a phase and a view", async () => {
    addState()
    const promised = blockOf(1, "").trim().split("\n")
    const all = await typeErrors()
    const files = [...new Set(all.map((line) => line.split(":")[0] ?? ""))]
    const errors = files.map((file) => all.find((line) => line.startsWith(file)) ?? "")
    expect(errors).toHaveLength(promised.length)
    for (const [index, line] of promised.entries()) expect(errors[index]).toContain(line.replace(/ …$/, ""))
    addPhase()
    addView()
    expect(await typeErrors()).toEqual([])
  }, 300_000)

  it("prints the path of two steps to it", async () => {
    const given = blockOf(4, "sh").trim().replace("npm run paths -- ", "").split(" ")
    const { output } = await script("paths", ...given)
    expect(output).toContain("shortest to filling.lacking: 1 path, 2 steps")
    expect([...output.matchAll(/^\| \d+ \| `([\w.]+)`/gm)].map(([, type]) => type)).toEqual([
      "withdrawal.open",
      "withdrawal.review",
    ])
  })

  it("names the model run's place for it", () => {
    const [, place] = /next to `(case "[\w.]+":)`/.exec(stepOf(6)) ?? []
    expect(textOf(join(projectRoot, "tests/model/withdrawal.model.ts"))).toContain(place ?? "no place")
  })

  it.runIf(isExhaustive)(
    "has charts that fail a check until they are written",
    async () => {
      const before = await script("machines", "--check")
      expect(before.code).toBe(1)
      expect(before.output).toContain("docs/machines/withdrawal.svg is not as the machines are")
      expect((await script("machines")).ok).toBe(true)
      expect((await script("machines", "--check")).ok).toBe(true)
      expect(textOf(join(copy, "docs/machines/withdrawal.svg"))).toContain("lacking")
    },
    300_000,
  )

  it.runIf(isExhaustive)(
    "names the page that lacks a view of a phase of its own",
    async () => {
      change(MACHINE, blockOf(1, "ts", 2), blockOf(1, "ts", 2).replace(': "filling"', ': "lacking"'))
      const errors = await typeErrors()
      expect(errors.length).toBeGreaterThan(0)
      expect(errors.every((line) => line.startsWith("src/features/withdraw/"))).toBe(true)
      expect(errors.join("\n")).toContain("lacking")
    },
    300_000,
  )
})

describe("the guide for testers", () => {
  const testers = textOf(join(projectRoot, "docs/for-testers.md"))
  const commands = [...testers.matchAll(/^npm run paths -- (--machine .*)$/gm)].map(([, given = ""]) =>
    given.replace(/ --out \S+/, "").split(" "),
  )

  it.each(commands.map((given) => [given.join(" "), given] as const))(
    "prints paths for %s",
    async (_, given) => {
      expect(await projectPaths(given)).toMatch(/paths?, \d+ steps/)
    },
  )

  it("lists every option of the command", async () => {
    const usage = await projectPaths(["--help"])
    const rows = [...testers.matchAll(/^\| `(--\w+)/gm)].map(([, name = ""]) => name)
    const known = [...usage.matchAll(/--[a-z]+/g)].map(([name]) => name)
    expect([...new Set(known)].toSorted()).toEqual(rows.filter((name) => name !== "--help").toSorted())
  })
})
