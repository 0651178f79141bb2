/**
 * npm test                              what every change must pass: checks, build, and each test without a tag
 * npm run test:all                      everything else that is deterministic: every case of each sweep, every path
 * npm run test:changed [-- REF]         what a change against REF (default HEAD) concerns
 * npm run test:unit [-- file or -t …]   one project (unit, server, e2e, model), with vitest's filters
 * The last line is `N passed, N failed` over everything that ran.
 */
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statfsSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { findBinaries } from "../tests/support/postgres.ts"
import { type Check, checks, runChecks } from "./check.ts"
import { type Finished, projectRoot, run, seconds } from "./child-process.ts"
import { isFresh } from "./stamp.ts"
import { changedSelection } from "./test-changed.ts"

const projects = ["unit", "server", "e2e", "model"] as const
type Project = (typeof projects)[number]

const minuteMs = 60_000
const neededBytes = 1e9

interface Count {
  readonly passed: number
  /** The failed tests, and the files and steps that failed as a whole. */
  readonly failures: readonly string[]
}

/** What vitest's JSON reporter writes, as far as it is read here. */
interface VitestReport {
  readonly numPassedTests: number
  readonly testResults: ReadonlyArray<{
    readonly name: string
    readonly status: string
    readonly assertionResults: ReadonlyArray<{
      readonly status: string
      readonly fullName: string
      readonly failureMessages?: readonly string[]
    }>
  }>
}

const sum = (counts: readonly Count[]): Count => ({
  passed: counts.reduce((passed, count) => passed + count.passed, 0),
  failures: counts.flatMap(({ failures }) => failures),
})

const failuresIn = ({ name, status, assertionResults }: VitestReport["testResults"][number]) => {
  const file = name.replace(`${projectRoot}/`, "")
  const failed = assertionResults.filter((test) => test.status === "failed")
  // a file that does not load, or whose hooks fail, has no failed test
  if (failed.length === 0) return status === "failed" ? [file] : []
  return failed.map(
    ({ fullName, failureMessages }) => `${file} > ${fullName}: ${failureMessages?.[0]?.split("\n")[0] ?? ""}`,
  )
}

/** A run without a report, or one that failed without a failed test, counts as one failure. */
const countIn = (reportFile: string, { ok, code }: Finished): Count => {
  if (!existsSync(reportFile))
    return { passed: 0, failures: [`vitest ended with ${code ?? "its time limit"}`] }
  const report: VitestReport = JSON.parse(readFileSync(reportFile, "utf8"))
  const failures = report.testResults.flatMap(failuresIn)
  const isExplained = ok || failures.length > 0
  return {
    passed: report.numPassedTests,
    failures: isExplained ? failures : ["an error outside of tests, in the output above"],
  }
}

async function runVitest(
  chosen: readonly Project[],
  words: readonly string[],
  options: { readonly limitMs: number; readonly env?: Readonly<Record<string, string>> },
): Promise<Count> {
  const folder = join(projectRoot, ".cache", "reports")
  const reportFile = join(folder, `${process.pid}-${performance.now()}.json`)
  mkdirSync(folder, { recursive: true })
  const names = chosen.flatMap((name) => (name === "unit" ? ["unit", "unit-isolated"] : [name]))
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${reportFile}`]
  try {
    const { limitMs: timeoutMs, env = {} } = options
    const projectWords = names.flatMap((name) => ["--project", name])
    const finished = await run("vitest", ["run", ...projectWords, ...reporters, ...words], {
      timeoutMs,
      isShown: true,
      env,
    })
    return countIn(reportFile, finished)
  } finally {
    rmSync(reportFile, { force: true })
  }
}

/** Two calls, because the sites of browser tests run from the begin of a call to its end. */
const runInTurn = async (words: readonly string[], env: Readonly<Record<string, string>>): Promise<Count> => {
  const limitMs = 60 * minuteMs
  const inProcess = await runVitest(["unit", "server"], words, { limitMs, env })
  return sum([inProcess, await runVitest(["e2e", "model"], words, { limitMs, env })])
}

/** Runs a command that passes or fails as a whole. */
async function runStep(name: string, words: readonly string[], limitMs: number): Promise<Count> {
  const { ok, output, elapsedMs } = await run("node", words, { timeoutMs: limitMs })
  console.log(`${ok ? "✓" : "✗"} ${name} ${seconds(elapsedMs)}`)
  if (!ok) console.log(output)
  return { passed: ok ? 1 : 0, failures: ok ? [] : [name] }
}

/** The bundle that the end-to-end tests drive. A build that is up to date is kept. */
const build = async (): Promise<Count> =>
  isFresh(true) ? { passed: 1, failures: [] } : await runStep("build", ["scripts/build.ts"], 10 * minuteMs)

/** The pages of the model runs share the compiled texts with the build, so one follows the other. */
const buildBoth = async (): Promise<Count> =>
  sum([await build(), await runStep("build for model runs", ["scripts/build-model.ts"], 10 * minuteMs)])

/** The types take as long as all other checks, and both run beside the builds. */
async function checkSources(): Promise<Count> {
  const isOfTypes = ({ name }: Check): boolean => name === "types"
  const lanes = [checks.filter(isOfTypes), checks.filter((check) => !isOfTypes(check))]
  const results = (await Promise.all(lanes.map(runChecks))).flatMap((lane) => [...lane])
  const failures = results.flatMap(([name, { ok }]) => (ok ? [] : [`check: ${name}`]))
  return { passed: results.length - failures.length, failures }
}

const runFirst = async (): Promise<Count> => {
  const prepared = await Promise.all([checkSources(), buildBoth()])
  const tested = await runInTurn(["--tags-filter=!exhaustive && !torture"], {
    TEST_RUN: "first",
    MODEL_GOALS: "states",
  })
  return sum([...prepared, tested])
}

/** Files that name a tag of that run, or what gives it: a filter by tags alone would load every file. */
const exhaustiveFiles = (): readonly string[] =>
  globSync("tests/**/*.{test,model}.{ts,tsx}", { cwd: projectRoot }).filter((file) =>
    /exhaustive|sweep|InTurn\(/.test(readFileSync(join(projectRoot, file), "utf8")),
  )

const runRest = async (): Promise<Count> => {
  const built = await buildBoth()
  const words = ["--tags-filter=(exhaustive || sweep) && !torture", ...exhaustiveFiles()]
  const tested = await runInTurn(words, { EXHAUSTIVE: "1", MODEL_GOALS: "changes" })
  return sum([
    built,
    tested,
    await runStep("mutants of the charts", ["scripts/paths.ts", "mutate"], 20 * minuteMs),
  ])
}

async function runChanged(reference = "HEAD"): Promise<Count> {
  const { files, endToEnd, routes } = changedSelection(reference)
  if (files.length === 0) return { passed: 0, failures: [] }
  const limitMs = 10 * minuteMs
  const words = ["--tags-filter=!exhaustive && !torture", "--changed", reference, "--passWithNoTests"]
  const related = runVitest(["unit", "server"], words, { limitMs })
  if (endToEnd.length === 0) return related
  const built = await build()
  const driven = runVitest(["e2e"], endToEnd, { limitMs, env: { ONLY_ROUTES: routes.join(",") } })
  return sum([built, ...(await Promise.all([related, driven]))])
}

const runOne = async (project: Project, filters: readonly string[]): Promise<Count> => {
  const built = project === "model" ? [await buildBoth()] : project === "e2e" ? [await build()] : []
  return sum([...built, await runVitest([project], filters, { limitMs: 60 * minuteMs })])
}

/** A full folder of temporary files fails tests all over: the project's own then takes its place. */
function findRoom(): void {
  const { bavail, bsize } = statfsSync(tmpdir())
  if (bavail * bsize >= neededBytes) return
  const folder = join(projectRoot, ".cache", "tmp")
  mkdirSync(folder, { recursive: true })
  console.log(`${tmpdir()} has less than 1 GB of room: temporary files go to ${folder}.`)
  process.env.TMPDIR = folder
}

async function runChosen(chosen: string | undefined, rest: readonly string[]): Promise<Count> {
  if (chosen === undefined) return await runFirst()
  if (chosen === "all") return await runRest()
  if (chosen === "changed") return await runChanged(rest[0])
  const project = projects.find((name) => name === chosen)
  if (project !== undefined) return await runOne(project, rest)
  console.error(`Unknown run ${chosen}: choose one of ${projects.join(", ")}, all, changed.`)
  process.exit(1)
}

const startedAtMs = performance.now()
findRoom()
const [chosen, ...rest] = process.argv.slice(2)
const { passed, failures } = await runChosen(chosen, rest)
if (failures.length > 0) console.log(`*** ${failures.length} FAILED ***\n  ${failures.join("\n  ")}`)
if (!process.env.DATABASE_URL && findBinaries() === null)
  console.log("Left out: what needs PostgreSQL. Install its server, or set DATABASE_URL.")
console.log(`In ${seconds(performance.now() - startedAtMs)}\n${passed} passed, ${failures.length} failed`)
if (failures.length > 0) process.exitCode = 1
