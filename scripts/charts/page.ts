/** docs/machines.md as text. Deterministic: the same machines give the same bytes. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { type Chart, chartOf } from "@financial-links/paths"
import { projectRoot } from "../child-process.ts"
import { machineNamed, machineNames } from "./machines.ts"
import { mermaidOf } from "./mermaid.ts"
import { routingMermaid, routingText } from "./routing.ts"

export const CHART_PAGE = "docs/machines.md"

/** What the machine promises: the comment at the top of its file. */
const promiseOf = (name: string): string => {
  const code = readFileSync(join(projectRoot, "machines", `${name}.ts`), "utf8")
  const comment = /^\/\*\*([\s\S]*?)\*\//.exec(code)?.[1] ?? ""
  const words = comment.replaceAll(/\s*\n\s*\*\s*/g, " ").trim()
  if (words === "") throw new Error(`machines/${name}.ts does not begin with what it promises`)
  return words.replace(/^Promises:\s*/, "")
}

/** Lines of at most 120 characters. */
const wrapped = (text: string): string => text.replaceAll(/(?=\S)(.{1,120})(?:\s+|$)/g, "$1\n").trimEnd()

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const picture = (mermaid: string): string => `\`\`\`mermaid\n${mermaid}\`\`\`\n`

interface Entry {
  readonly name: string
  readonly chart: Chart
}

const entryText = ({ name, chart }: Entry): string => `## ${name}

${wrapped(capital(promiseOf(name)))}

[machine](../machines/${name}.ts)

${picture(mermaidOf(chart))}`

const rowText = ({ name, chart }: Entry): string =>
  `| [${name}](#${name}) | ${chart.states.length - 1} | ${chart.transitions.length} |`

export const chartPage = async (): Promise<string> => {
  const entries = await Promise.all(
    machineNames().map(async (name) => ({ name, chart: chartOf(await machineNamed(name)) })),
  )
  return `# The machines

Written by \`npm run machines\` from the code itself; \`npm run check\` fails where they differ. How to change a machine:
[for flow developers](for-flow-developers.md).

| Machine | States | Transitions |
|---|---|---|
${entries.map(rowText).join("\n")}

${entries.map(entryText).join("\n")}
${routingText(picture(routingMermaid()))}`
}
