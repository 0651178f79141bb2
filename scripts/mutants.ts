/**
 * npm run test:torture -- mutants [folder]: changes lines of the sources with Stryker, one place at a
 * time, and runs the tests that import the changed file. Prints the mutants that survive. Exit code 1:
 * a folder has more of them than its threshold allows. MUTANTS_SEED draws other lines.
 */
import { hash } from "node:crypto"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { projectRoot, run } from "./child-process.ts"

interface Group {
  readonly name: string
  readonly files: string
  /** The share of mutants to be killed, in percent. */
  readonly least: number
  /** How many chunks are drawn: a run takes minutes. */
  readonly chunks: number
}

const GROUPS: readonly Group[] = [
  { name: "machines", files: "machines/*.ts", least: 90, chunks: 10 },
  { name: "server-money", files: "server/{core,orders,payments,settlement}/*.ts", least: 85, chunks: 5 },
  { name: "domain", files: "src/domain/**/*.ts", least: 75, chunks: 10 },
  { name: "journal", files: "{src/journal,packages/journal/src}/*.ts", least: 75, chunks: 10 },
  { name: "runtime", files: "src/runtime/**/*.ts", least: 75, chunks: 10 },
  {
    name: "server",
    files: "server/{content,db,http,market,members,push,verify}/**/*.ts",
    least: 75,
    chunks: 5,
  },
]

const CHUNK_LINES = 30

/** They read sources as text, which Stryker has changed. */
const READS_TEXT = /\/(?:layers|leaf-state|machine-files|machine-extractor)\.test\.ts$/

const textOf = (file: string): string => readFileSync(join(projectRoot, file), "utf8")

const tests = globSync("{tests/{unit,server},packages/*/tests}/**/*.test.{ts,tsx}", { cwd: projectRoot })
  .filter((file) => !READS_TEXT.test(file))
  .map((file) => ({ file, text: textOf(file) }))

/** The tests that import a source themselves. A file without one is not changed. */
const testsOf = (source: string): readonly string[] => {
  const ends = [source, source.replace(/^packages\/\w+/, "..")].map((path) => `/${path}"`)
  return tests.filter(({ text }) => ends.some((end) => text.includes(end))).map(({ file }) => file)
}

const chunksOf = (source: string): readonly string[] => {
  const count = Math.ceil(textOf(source).split("\n").length / CHUNK_LINES)
  return Array.from({ length: count }, (_, index) => {
    const start = index * CHUNK_LINES + 1
    return `${source}:${start}-${start + CHUNK_LINES - 1}`
  })
}

const judge = async ({ name, files, least, chunks }: Group, seed: string): Promise<boolean> => {
  const orderOf = (text: string): string => hash("sha256", seed + text)
  const chosen = globSync(files, { cwd: projectRoot })
    .filter((file) => testsOf(file).length > 0)
    .flatMap(chunksOf)
    .toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
    .slice(0, chunks)
  const asked = new Set(chosen.flatMap((chunk) => testsOf(chunk.replace(/:.*/, ""))))
  console.log(`${name}: ${chosen.length} chunks, seed ${seed}, ${asked.size} test files, at least ${least} %`)
  const { ok } = await run("stryker", ["run", "--mutate", chosen.join(",")], {
    isShown: true,
    env: { MUTANTS_TESTS: [...asked].join(" "), MUTANTS_BREAK: String(least) },
  })
  return ok
}

const [wanted] = process.argv.slice(2)
const groups = GROUPS.filter(({ name }) => wanted === undefined || name === wanted)
if (groups.length === 0) throw new Error(`There is no ${wanted}; there are ${GROUPS.map(({ name }) => name)}`)
const { MUTANTS_SEED = "1" } = process.env
for (const group of groups) if (!(await judge(group, MUTANTS_SEED))) process.exitCode = 1
