/**
 * npm test                              check, build, unit, server, end-to-end and model runs
 * npm run test:exhaustive               every case of each sweep and kill run, every path, every mutant
 * npm run test:changed [-- REF]         what a change against REF (default HEAD) concerns
 * npm run test:unit [-- file or -t …]   one project (unit, server, e2e, model), with vitest's filters
 * The last line is `N passed, N failed` over everything that ran. A test that passed at a second
 * try fails the run unless tests/may-repeat.ts lists it.
 */
import { globSync, mkdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { mayRepeat, UNLISTED_REPEATS_MOST } from "../tests/may-repeat.ts"
import { type Check, checks, runChecks } from "./check.ts"
import { projectRoot, run, seconds } from "./run.ts"
import { isFresh } from "./stamp.ts"
import { changedSelection } from "./test-changed.ts"
import { type Report, readReports, repeatsOutside, reportOf, summaryOf } from "./test-report.ts"
import { hasExhaustiveTests, type TestRun, tagsFilterOf } from "./test-tags.ts"

const projects = ["unit", "server", "e2e", "model"] as const
type Project = (typeof projects)[number]

/** The projects of vitest that run the tests of one project. */
const vitestProjects: Readonly<Record<Project, readonly string[]>> = {
  unit: ["unit", "unit-isolated"],
  server: ["server"],
  e2e: ["e2e"],
  model: ["model"],
}

const minuteMs = 60_000

/** One call of vitest. */
interface VitestRun {
  readonly projects: readonly Project[]
  /** The tests that belong to it, by their tags. Default: all. */
  readonly run?: TestRun
  readonly arguments?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly limitMs: number
}

async function runVitest(wanted: VitestRun): Promise<readonly Report[]> {
  const folder = join(projectRoot, ".cache", "reports")
  const file = join(folder, `${process.pid}-${performance.now()}.json`)
  mkdirSync(folder, { recursive: true })
  const names = wanted.projects.flatMap((project) => vitestProjects[project])
  const chosen = names.flatMap((name) => ["--project", name])
  const reporters = ["--reporter=default", "--reporter=./scripts/test-reporter.ts"]
  const { run: testRun = "all" } = wanted
  const filter = tagsFilterOf[testRun]
  const tags = filter === null ? [] : [`--tags-filter=${filter}`]
  try {
    const words = ["run", ...chosen, ...reporters, ...tags, ...(wanted.arguments ?? [])]
    const finished = await run("vitest", words, {
      timeoutMs: wanted.limitMs,
      isShown: true,
      env: { ...wanted.env, TEST_REPORT: file, TEST_RUN: testRun },
    })
    return readReports(file, finished)
  } finally {
    rmSync(file, { force: true })
  }
}

/** Runs a command that passes or fails as a whole. */
async function runStep(name: string, args: readonly string[], limitMs: number): Promise<Report> {
  const { ok, output, elapsedMs } = await run("node", args, { timeoutMs: limitMs })
  console.log(`${ok ? "✓" : "✗"} ${name} ${seconds(elapsedMs)}`)
  if (!ok) console.log(output)
  return reportOf(name, { passed: ok ? 1 : 0, failed: ok ? 0 : 1 })
}

/** The bundle that the end-to-end tests drive. A build that is up to date is kept. */
const build = async (): Promise<Report> =>
  isFresh(true)
    ? reportOf("build", { passed: 1, failed: 0 })
    : await runStep("build", ["scripts/build.ts"], 5 * minuteMs)

/**
 * The pages of the model runs. They share the compiled texts with the build, so one follows the
 * other.
 */
const buildBoth = async (): Promise<readonly Report[]> => [
  await build(),
  await runStep("build for model runs", ["scripts/build-model.ts"], 5 * minuteMs),
]

/** The types take as long as all other checks, and both run beside the builds. */
async function checkSources(): Promise<Report> {
  const isOfTypes = ({ name }: Check): boolean => name === "types"
  const lanes = [checks.filter(isOfTypes), checks.filter((check) => !isOfTypes(check))]
  const results = (await Promise.all(lanes.map(runChecks))).flatMap((lane) => [...lane.values()])
  const passed = results.filter((result) => result.ok).length
  return reportOf("check", { passed, failed: results.length - passed })
}

/**
 * Calls of vitest that run side by side. Within one call a worker keeps to its project, so the server
 * tests, which mostly wait, would follow the browser tests, which keep both cores busy.
 */
async function runLanes(
  lanes: ReadonlyArray<readonly Project[]>,
  wanted: Omit<VitestRun, "projects">,
): Promise<readonly Report[]> {
  return (await Promise.all(lanes.map((projects) => runVitest({ ...wanted, projects })))).flat()
}

/** Checks and builds run side by side, so that neither core waits. */
async function runAll(): Promise<readonly Report[]> {
  const [checked, built] = await Promise.all([checkSources(), buildBoth()])
  const lanes: ReadonlyArray<readonly Project[]> = [
    ["unit", "server"],
    ["e2e", "model"],
  ]
  const tested = await runLanes(lanes, {
    run: "normal",
    env: { MODEL_GOALS: "states" },
    limitMs: 40 * minuteMs,
  })
  return [checked, ...built, ...tested]
}

const exhaustiveFiles = (): readonly string[] =>
  globSync("tests/**/*.test.ts", { cwd: projectRoot }).filter((file) =>
    hasExhaustiveTests(readFileSync(join(projectRoot, file), "utf8")),
  )

/**
 * Tests too long for every change. Model runs take each transition wherever it changes something
 * else, and mutants are checked against them.
 */
async function runExhaustive(): Promise<readonly Report[]> {
  const built = await buildBoth()
  const sweeps = await runLanes([["unit", "server"], ["e2e"]], {
    run: "exhaustive",
    arguments: exhaustiveFiles(),
    env: { EXHAUSTIVE: "1" },
    limitMs: 60 * minuteMs,
  })
  const modelRuns = await runVitest({
    projects: ["model"],
    env: { MODEL_GOALS: "changes" },
    limitMs: 40 * minuteMs,
  })
  const mutants = await runStep("mutants", ["scripts/paths.ts", "mutate"], 20 * minuteMs)
  return [...built, ...sweeps, ...modelRuns, mutants]
}

async function runChanged(reference = "HEAD"): Promise<readonly Report[]> {
  const { files, endToEnd, routes } = changedSelection(reference)
  if (files.length === 0) return []
  const built = endToEnd.length > 0 ? [await build()] : []
  const related = runVitest({
    projects: ["unit", "server"],
    run: "normal",
    arguments: ["--changed", reference, "--passWithNoTests"],
    limitMs: 10 * minuteMs,
  })
  const driven =
    endToEnd.length > 0
      ? runVitest({
          projects: ["e2e"],
          arguments: endToEnd,
          env: { ONLY_ROUTES: routes.join(",") },
          limitMs: 10 * minuteMs,
        })
      : Promise.resolve([])
  return [...built, ...(await Promise.all([related, driven])).flat()]
}

async function runOne(project: Project, filters: readonly string[]): Promise<readonly Report[]> {
  const built = project === "model" ? await buildBoth() : project === "e2e" ? [await build()] : []
  return [...built, ...(await runVitest({ projects: [project], arguments: filters, limitMs: 60 * minuteMs }))]
}

async function runChosen(chosen: string | undefined, rest: readonly string[]): Promise<readonly Report[]> {
  if (chosen === undefined) return await runAll()
  if (chosen === "exhaustive") return await runExhaustive()
  if (chosen === "changed") return await runChanged(rest[0])
  const project = projects.find((name) => name === chosen)
  if (project !== undefined) return await runOne(project, rest)
  console.error(`Unknown run ${chosen}: choose one of ${projects.join(", ")}, exhaustive, changed.`)
  process.exit(1)
}

const startedAtMs = performance.now()
const [chosen, ...rest] = process.argv.slice(2)
const ran = await runChosen(chosen, rest)
const reports = [...ran, ...repeatsOutside(ran, mayRepeat, UNLISTED_REPEATS_MOST)]
console.log(summaryOf(reports, seconds(performance.now() - startedAtMs)))
if (reports.some(({ failed }) => failed > 0)) process.exitCode = 1
