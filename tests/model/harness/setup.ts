/**
 * Provides the seed and a site before the model runs; checks the site's books and writes the report
 * page after them.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { chartOf } from "@financial-links/paths"
import type { TestProject } from "vitest/node"
import { drawCharts } from "../../../scripts/charts/drawings.ts"
import { machineNamed, machineNames } from "../../../scripts/charts/machines.ts"
import { svgOf } from "../../../scripts/charts/svg.ts"
import { modelPages } from "../../../scripts/model-folder.ts"
import { openSharedSites } from "../../support/shared-sites.ts"
import { openSiteCluster, siteEngine } from "../../support/site-engine.ts"
import { siteEnvironment } from "../../support/test-site.ts"
import { modelEnvironment } from "./model-environment.ts"
import { type MachineReport, type Part, reportPage } from "./report.ts"
import { reportFolder } from "./seed.ts"

const partOf = async (file: string): Promise<Part> => {
  const report: MachineReport = JSON.parse(readFileSync(join(reportFolder, file), "utf8"))
  const chart = chartOf(await machineNamed(report.machine))
  const [drawing] = (await drawCharts([chart])).values()
  return { report, chart, svg: drawing === undefined ? "" : svgOf(drawing) }
}

const writePage = async (): Promise<void> => {
  if (!existsSync(reportFolder)) return
  // earlier runs may have left reports of machines that are gone
  const files = readdirSync(reportFolder).filter((file) =>
    machineNames().includes(file.replace(/\.json$/, "")),
  )
  const parts = await Promise.all(files.toSorted().map(partOf))
  const page = join(reportFolder, "index.html")
  writeFileSync(page, reportPage(parts))
  console.log(`What the model runs cover: ${page}`)
}

/** `MODEL_SEED=… npm run test:model` repeats a run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (!existsSync(modelPages)) throw new Error("There are no pages to run: `npm run test:model` builds them.")
  const seed = process.env.MODEL_SEED ?? "1"
  const cluster = await openSiteCluster()
  const postgresUrl = cluster?.url ?? null
  const settings = { ...siteEnvironment, ...modelEnvironment(seed) }
  const sites = await openSharedSites(siteEngine(postgresUrl), settings)
  project.provide("postgresUrl", postgresUrl)
  project.provide("modelSeed", seed)
  project.provide("sites", sites.url)
  console.log(`The model runs have the seed ${seed}: MODEL_SEED=${seed} repeats them.`)
  return async () => {
    await sites.stop()
    await cluster?.stop()
    await writePage()
  }
}
