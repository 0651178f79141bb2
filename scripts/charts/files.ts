/**
 * The generated files of the machines, as text by path. Deterministic: the same machines give the
 * same bytes.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { ELK } from "elkjs/lib/elk-api.js"
import { layOut } from "../../packages/console/src/layout.ts"
import { type Chart, chartOf } from "../../packages/paths/src/chart.ts"
import { projectRoot } from "../child-process.ts"
import { machineNamed, machineNames } from "./machines.ts"
import { mermaidOf } from "./mermaid.ts"
import { routingChart, routingMermaid, routingText } from "./routing.ts"
import { svgOf } from "./svg.ts"

/** Folders that contain generated files only. */
export const CHART_FOLDERS = ["docs/machines", "src/devtools/drawings"] as const

/** What the machine promises: the comment at the top of its file. */
const promiseOf = (name: string): string => {
  const code = readFileSync(join(projectRoot, "machines", `${name}.ts`), "utf8")
  const comment = /^\/\*\*([\s\S]*?)\*\//.exec(code)?.[1] ?? ""
  const words = comment.replaceAll(/\s*\n\s*\*\s*/g, " ").trim()
  if (words === "") throw new Error(`machines/${name}.ts does not begin with what it promises`)
  return words.replace(/^Promises:\s*/, "")
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

interface Entry {
  readonly name: string
  readonly promise: string
  readonly chart: Chart
}

const entryText = ({ name, promise, chart }: Entry): string => `## ${name}

${capital(promise)}

${chart.states.length - 1} states, ${chart.transitions.length} transitions · [chart](${name}.svg) · [Mermaid](${name}.mmd) · [definition](${name}.json) · [machine](../../machines/${name}.ts)

<a href="${name}.svg"><img src="${name}.svg" alt="Chart of the ${name} machine" width="480"></a>
`

const indexText = (entries: readonly Entry[]): string => `# The machines

Written by \`npm run machines\` from the code itself; \`npm run check\` fails where they differ. How to change a machine: [for flow developers](../for-flow-developers.md).

| Machine | States | Transitions |
|---|---|---|
${entries
  .map(
    ({ name, chart }) => `| [${name}](#${name}) | ${chart.states.length - 1} | ${chart.transitions.length} |`,
  )
  .join("\n")}

${entries.map(entryText).join("\n")}
${routingText()}`

/** JSON has no functions; their names are written instead. */
const asName = (_key: string, value: unknown): unknown =>
  typeof value === "function" ? `(${value.name || "function"})` : value

/** Paths from the project's folder, with what the files hold. */
export const chartFiles = async (elk: ELK): Promise<ReadonlyMap<string, string>> => {
  const files = new Map<string, string>()
  const entries: Entry[] = []
  for (const name of machineNames()) {
    const machine = await machineNamed(name)
    const chart = chartOf(machine)
    const drawing = await layOut(chart, elk)
    files.set(`docs/machines/${name}.json`, `${JSON.stringify(machine.definition, asName, 2)}\n`)
    files.set(`docs/machines/${name}.mmd`, mermaidOf(chart))
    files.set(`docs/machines/${name}.svg`, svgOf(drawing))
    files.set(`src/devtools/drawings/${name}.json`, `${JSON.stringify(drawing)}\n`)
    entries.push({ name, promise: promiseOf(name), chart })
  }
  files.set("docs/machines/routing.mmd", routingMermaid())
  files.set("docs/machines/routing.svg", svgOf(await layOut(routingChart(), elk)))
  files.set("docs/machines/README.md", indexText(entries))
  return files
}
