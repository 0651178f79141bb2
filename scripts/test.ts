/**
 * npm test                              everything a change must pass
 * npm run test:unit [-- file or -t …]   one runner (unit, server, e2e, model), with vitest's own filters
 * The last line is `N passed, N failed` over all that ran.
 */
import { mkdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { checks, runChecks } from "./check.ts"
import { projectRoot, run, seconds } from "./run.ts"
import { isFresh } from "./stamp.ts"
import { add, type Count, type Report, readReport } from "./test-report.ts"

const projects = ["unit", "server", "e2e", "model"] as const
type Project = (typeof projects)[number]

const minuteMs = 60_000
const limitsMs: Readonly<Record<Project, number>> = {
  unit: 5 * minuteMs,
  server: 30 * minuteMs,
  e2e: 30 * minuteMs,
  model: 15 * minuteMs,
}

async function runProject(project: Project, filters: readonly string[]): Promise<Report> {
  const folder = join(projectRoot, ".cache", "reports")
  const file = join(folder, `${project}-${process.pid}.json`)
  mkdirSync(folder, { recursive: true })
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`]
  try {
    const finished = await run("vitest", ["run", "--project", project, ...reporters, ...filters], {
      timeoutMs: limitsMs[project],
      isShown: true,
    })
    return readReport(project, file, finished)
  } finally {
    rmSync(file, { force: true })
  }
}

/** The bundle that the end-to-end tests drive; a build that is up to date is kept. */
async function build(): Promise<Report> {
  if (isFresh(true)) return { name: "build", passed: 1, failed: 0, skipped: [] }
  const built = await run("node", ["scripts/build.ts"], { timeoutMs: 5 * minuteMs })
  console.log(built.ok ? `✓ build ${seconds(built.elapsedMs)}` : `✗ build\n${built.output}`)
  return { name: "build", passed: built.ok ? 1 : 0, failed: built.ok ? 0 : 1, skipped: [] }
}

/** The pages that the model tests listen to. */
async function buildLab(): Promise<Report> {
  const built = await run("node", ["scripts/build-lab.ts"], { timeoutMs: 5 * minuteMs })
  console.log(
    built.ok ? `✓ build for the lab ${seconds(built.elapsedMs)}` : `✗ build for the lab\n${built.output}`,
  )
  return { name: "build for the lab", passed: built.ok ? 1 : 0, failed: built.ok ? 0 : 1, skipped: [] }
}

async function checkSources(): Promise<Report> {
  const results = [...(await runChecks(checks)).values()]
  const passed = results.filter((result) => result.ok).length
  return { name: "check", passed, failed: results.length - passed, skipped: [] }
}

async function runAll(): Promise<readonly Report[]> {
  const reports = [await checkSources(), await runProject("unit", []), await build()]
  for (const project of ["server", "e2e"] as const) reports.push(await runProject(project, []))
  reports.push(await buildLab(), await runProject("model", []))
  return reports
}

async function runOne(project: Project, filters: readonly string[]): Promise<readonly Report[]> {
  const before = project === "e2e" || project === "model" ? [await build()] : []
  if (project === "model") before.push(await buildLab())
  return [...before, await runProject(project, filters)]
}

const startedAtMs = performance.now()
const [chosen, ...filters] = process.argv.slice(2)
const only = projects.find((project) => project === chosen)
if (chosen !== undefined && only === undefined) {
  console.error(`There is no runner ${chosen}: choose one of ${projects.join(", ")}.`)
  process.exit(1)
}
const reports = only === undefined ? await runAll() : await runOne(only, filters)
const total = reports.reduce<Count>(add, { passed: 0, failed: 0 })
const skipped = reports.flatMap((report) => report.skipped.map((title) => `  ${report.name}: ${title}`))
console.log("")
for (const report of reports) console.log(`${report.name}: ${report.passed} passed, ${report.failed} failed`)
if (skipped.length > 0) console.log(`*** ${skipped.length} SKIPPED ***\n${skipped.join("\n")}`)
console.log(`In ${seconds(performance.now() - startedAtMs)}`)
console.log(`${total.passed} passed, ${total.failed} failed`)
if (total.failed > 0) process.exitCode = 1
