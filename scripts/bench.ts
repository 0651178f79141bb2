/**
 * npm run bench [-- part of a name]: measures, prints one table, writes .cache/bench.json.
 * Fails when a reach is not reached; never part of `npm test`, because machines are noisy.
 */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs"
import { availableParallelism, cpus, totalmem } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { type Reach, runBenches } from "../tests/bench/harness.ts"
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

const results = await runBenches(process.argv[2] ?? "", (result) => console.log(`measured ${result.name}`))
if (results.length === 0) {
  console.error("No bench has such a name.")
  process.exit(1)
}
console.log("")
console.table(
  Object.fromEntries(
    results.map(({ name, subject, floor, ratio, unit, reach, isReached, floorIs }) => [
      name,
      {
        Measured: `${figure(subject)} ${unit}`,
        Floor: `${figure(floor)} ${unit} (${floorIs})`,
        Ratio: `${ratio.toFixed(2)}×`,
        Reach: `${reachText(reach, unit)}: ${isReached ? "reached" : "MISSED"}`,
      },
    ]),
  ),
)
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
