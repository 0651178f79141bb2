/** docs/machines.md as text. Deterministic: the same machines give the same bytes. */

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { type Chart, type ChartState, type ChartTransition, chartOf } from "@financial-links/paths"
import { projectRoot } from "../child-process.ts"
import { machineNamed, machineNames } from "./machines.ts"
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

// A chart as Mermaid text (stateDiagram-v2), for Markdown.

/** Mermaid's identifiers are letters and digits; the label is the state's name. */
const nameOf = (id: string): string => id.replaceAll(/[^A-Za-z0-9]/g, "_")

/** A colon, a semicolon and a hash are syntax in Mermaid. */
const plain = (text: string): string =>
  text.replaceAll(":", " -").replaceAll(";", ",").replaceAll("#", "no. ")

const labelOf = ({ event, guard, actions }: ChartTransition): string =>
  plain(
    [
      event,
      ...(guard === null ? [] : [`[${guard}]`]),
      ...(actions.length === 0 ? [] : [`/ ${actions.join(", ")}`]),
    ].join(" "),
  )

const linesOf = (chart: Chart, state: ChartState, depth: number): readonly string[] => {
  const indent = "  ".repeat(depth)
  const children = chart.states.filter(({ parent }) => parent === state.id)
  const own = nameOf(state.id)
  if (children.length === 0)
    return [
      `${indent}state "${state.name}" as ${own}`,
      ...(state.kind === "final" ? [`${indent}${own} --> [*]`] : []),
    ]
  const inner = children.flatMap((child, index) => [
    ...(state.kind === "parallel" && index > 0 ? [`${indent}  --`] : []),
    ...linesOf(chart, child, depth + 1),
  ])
  const first = state.kind === "compound" ? state.initial.map((id) => `${indent}  [*] --> ${nameOf(id)}`) : []
  return [`${indent}state "${state.name}" as ${own} {`, ...first, ...inner, `${indent}}`]
}

/** Deterministic: the same chart gives the same text. */
export const mermaidOf = (chart: Chart): string => {
  const [root] = chart.states
  const states = root ? linesOf(chart, root, 1) : []
  const arrows = chart.transitions.flatMap((transition) =>
    (transition.targets.length === 0 ? [transition.source] : transition.targets).map(
      (target) => `  ${nameOf(transition.source)} --> ${nameOf(target)} : ${labelOf(transition)}`,
    ),
  )
  return ["---", `title: ${plain(chart.id)}`, "---", "stateDiagram-v2", ...states, ...arrows, ""].join("\n")
}
