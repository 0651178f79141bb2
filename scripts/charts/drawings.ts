/** Draws the charts of the machines for the console. They are part of the build, not of the repository. */
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Drawing } from "@financial-links/console"
import { layOut } from "@financial-links/console/charts"
import { type Chart, chartOf } from "@financial-links/paths"
import { projectRoot } from "../child-process.ts"
import { machineNamed, machineNames } from "./machines.ts"

/** One JSON file for each machine. */
const drawingsFolder = join(projectRoot, "src/devtools/drawings")
const stampPath = join(drawingsFolder, "inputs.sha256")

/** The drawing of each chart, by the chart's id. The layout engine loads only here. */
export const drawCharts = async (charts: readonly Chart[]): Promise<ReadonlyMap<string, Drawing>> => {
  const { default: ElkEngine } = await import("elkjs/lib/elk.bundled.js")
  const elk = new ElkEngine()
  const drawings = new Map<string, Drawing>()
  for (const chart of charts) drawings.set(chart.id, await layOut(chart, elk))
  return drawings
}

/** What a drawing is made of: the chart, and the code that lays it out. */
const hashOf = (charts: readonly Chart[]): string => {
  const hash = createHash("sha256").update(JSON.stringify(charts))
  for (const file of ["layout", "drawing", "words"])
    hash.update(readFileSync(join(projectRoot, "packages/console/src", `${file}.ts`)))
  return hash.digest("hex")
}

/** Writes the console's drawings unless they are those of the present machines. */
export const writeDrawings = async (): Promise<void> => {
  const charts = await Promise.all(machineNames().map(async (name) => chartOf(await machineNamed(name))))
  const hash = hashOf(charts)
  if (existsSync(stampPath) && readFileSync(stampPath, "utf8") === hash) return
  const drawings = await drawCharts(charts)
  mkdirSync(drawingsFolder, { recursive: true })
  for (const file of readdirSync(drawingsFolder))
    if (!drawings.has(file.replace(".json", ""))) rmSync(join(drawingsFolder, file))
  for (const [name, drawing] of drawings)
    writeFileSync(join(drawingsFolder, `${name}.json`), JSON.stringify(drawing))
  writeFileSync(stampPath, hash)
}
