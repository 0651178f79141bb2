/**
 * `npm run machines` writes docs/machines.md and the console's drawings, and an SVG and the definition
 * of each machine into .cache/machines. With `--check` it writes nothing and fails where the page is
 * not as it would be written.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { chartOf } from "@financial-links/paths"
import { drawCharts, writeDrawings } from "./charts/drawings.ts"
import { machineNamed, machineNames } from "./charts/machines.ts"
import { CHART_PAGE, chartPage } from "./charts/page.ts"
import { routingChart } from "./charts/routing.ts"
import { svgOf } from "./charts/svg.ts"
import { projectRoot, seconds } from "./child-process.ts"

/** JSON has no functions; their names are written instead. */
const asName = (_key: string, value: unknown): unknown =>
  typeof value === "function" ? `(${value.name || "function"})` : value

const writePictures = async (): Promise<string> => {
  const folder = join(projectRoot, ".cache/machines")
  mkdirSync(folder, { recursive: true })
  const machines = await Promise.all(machineNames().map(machineNamed))
  for (const { id, definition } of machines)
    writeFileSync(join(folder, `${id}.json`), JSON.stringify(definition, asName, 2))
  for (const [name, drawing] of await drawCharts([...machines.map(chartOf), routingChart()]))
    writeFileSync(join(folder, `${name}.svg`), svgOf(drawing))
  return folder
}

const startedAtMs = performance.now()
const { values } = parseArgs({ options: { check: { type: "boolean", default: false } } })
const path = join(projectRoot, CHART_PAGE)
const page = await chartPage()
if (!values.check) {
  writeFileSync(path, page)
  await writeDrawings()
  const folder = await writePictures()
  console.log(`${CHART_PAGE} and ${folder} in ${seconds(performance.now() - startedAtMs)}`)
} else if (!existsSync(path) || readFileSync(path, "utf8") !== page) {
  console.log(`${CHART_PAGE} is not as the machines are. Run \`npm run machines\` and commit what it writes.`)
  process.exitCode = 1
}
