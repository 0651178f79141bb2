/** Provides the seed before the model runs, and writes the report page after them. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { TestProject } from "vitest/node"
import { machineNamed } from "../../../scripts/paths/machines.ts"
import { projectRoot } from "../../../scripts/run.ts"
import { chartOf } from "../../../src/devtools/chart.ts"
import { type MachineReport, type Part, reportPage } from "./report.ts"
import { reportFolder } from "./seed.ts"

const partOf = async (file: string): Promise<Part> => {
  const report: MachineReport = JSON.parse(readFileSync(join(reportFolder, file), "utf8"))
  const svg = readFileSync(join(projectRoot, "docs/machines", `${report.machine}.svg`), "utf8")
  return { report, chart: chartOf(await machineNamed(report.machine)), svg }
}

const writePage = async (): Promise<void> => {
  if (!existsSync(reportFolder)) return
  const files = readdirSync(reportFolder).filter((file) => file.endsWith(".json"))
  const parts = await Promise.all(files.toSorted().map(partOf))
  const page = join(reportFolder, "index.html")
  writeFileSync(page, reportPage(parts))
  console.log(`What the model runs cover: ${page}`)
}

/** `MODEL_SEED=… npm run test:model` repeats a run. */
export default function setup(project: TestProject): () => Promise<void> {
  const seed = process.env.MODEL_SEED ?? "1"
  project.provide("modelSeed", seed)
  console.log(`The model runs have the seed ${seed}: MODEL_SEED=${seed} repeats them.`)
  return writePage
}
