/**
 * npm run bench [-- part of a name]: measures, prints one table, writes .cache/bench.json.
 * Fails when a reach is not reached; never part of `npm test`, because machines are noisy.
 */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs"
import { availableParallelism, cpus, totalmem } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { type BenchResult, type Reach, runBenches } from "../tests/bench/harness.ts"
import { projectRoot } from "./child-process.ts"

const folder = join(projectRoot, "tests/bench")
const files = existsSync(folder)
  ? readdirSync(folder)
      .filter((name) => name.endsWith(".bench.ts"))
      .sort()
  : []
for (const file of files) await import(pathToFileURL(join(folder, file)).href)

const figure = (value: number): string =>
  value.toLocaleString("en-GB", { maximumFractionDigits: value < 10 ? 2 : value < 1000 ? 1 : 0 })

function reachText(reach: Reach, unit: string): string {
  const parts = [
    reach.ratioAtMost === undefined ? "" : `≤ ${reach.ratioAtMost}×`,
    reach.ratioAtLeast === undefined ? "" : `≥ ${reach.ratioAtLeast}×`,
    reach.subjectAtMost === undefined ? "" : `≤ ${figure(reach.subjectAtMost)} ${unit}`,
  ]
  return parts.filter(Boolean).join(", ")
}

function printTable(results: readonly BenchResult[]): void {
  const header = ["What", "Measured", "Floor", "Ratio", "Reach", "", "Floor is"]
  const rows = results.map((result) => [
    result.name,
    `${figure(result.subject)} ${result.unit}`,
    `${figure(result.floor)} ${result.unit}`,
    `${result.ratio.toFixed(2)}×`,
    reachText(result.reach, result.unit),
    result.isReached ? "reached" : "MISSED",
    result.floorIs,
  ])
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  for (const row of [header, ...rows])
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
}

const results = await runBenches(process.argv[2] ?? "", (result) => console.log(`measured ${result.name}`))
if (results.length === 0) {
  console.error("No bench has such a name.")
  process.exit(1)
}
console.log("")
printTable(results)
const machine = {
  cores: availableParallelism(),
  model: cpus()[0]?.model ?? "",
  memoryBytes: totalmem(),
  node: process.version,
}
mkdirSync(join(projectRoot, ".cache"), { recursive: true })
writeFileSync(
  join(projectRoot, ".cache/bench.json"),
  `${JSON.stringify({ measuredAt: new Date().toISOString(), machine, results }, null, 2)}\n`,
)
// What a bench leaves open must not hold the process.
process.exit(results.every((result) => result.isReached) ? 0 : 1)
