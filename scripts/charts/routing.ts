/** The routing between actors as a chart: an actor is a box, a row of the table is an arrow. */
import type { Chart, ChartState, ChartTransition } from "@financial-links/paths"
import { memberRoutingTable, type RoutingRow, routingTable } from "../../src/runtime/actors/event-routing.ts"

const ROOT = "routing"

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  "any actor": "Events that any top-level actor receives or emits",
  pages: "The actors of pages",
  app: "What is no actor: the member's actors as a whole",
  browser: "The browser's address",
  console: "The browser's console",
}

type RoutingArrow = Omit<RoutingRow, "route">

/** Each row of the table, in order. */
export const routingArrows: readonly RoutingArrow[] = [...routingTable, ...memberRoutingTable]

const idOf = (name: string): string => `${ROOT}.${name}`

const boxOf = (name: string): ChartState => ({
  id: idOf(name),
  path: name,
  name,
  parent: ROOT,
  kind: "atomic",
  initial: [],
  description: DESCRIPTIONS[name] ?? `The ${name} machine`,
  tags: [],
  entry: [],
  exit: [],
  actors: [],
})

const arrowOf = (
  { from, event, when, to, sends, description }: RoutingArrow,
  index: number,
): ChartTransition => ({
  id: `${idOf(from)}|${event}|${index}`,
  source: idOf(from),
  targets: [idOf(to)],
  kind: "event",
  event,
  guard: when,
  actions: [sends],
  reenter: false,
  description,
})

export const routingChart = (): Chart => {
  const arrows = routingArrows
  const names = [...new Set(arrows.flatMap(({ from, to }) => [from, to]))]
  const root: ChartState = {
    ...boxOf(ROOT),
    id: ROOT,
    path: "",
    parent: null,
    kind: "parallel",
    description: "Which event of an actor becomes which command of another",
  }
  return {
    id: ROOT,
    description: root.description,
    states: [root, ...names.map(boxOf)],
    transitions: arrows.map(arrowOf),
  }
}

const nodeName = (name: string): string => name.replaceAll(/[^A-Za-z]/g, "_")

/** The table as Mermaid text (flowchart). */
export const routingMermaid = (): string => {
  const arrows = routingArrows
  const names = [...new Set(arrows.flatMap(({ from, to }) => [from, to]))]
  const lines = arrows.map(({ from, event, when, to, sends }) => {
    const label = [event, ...(when === null ? [] : [`[${when}]`]), "→", sends].join(" ")
    return `  ${nodeName(from)} -- "${label}" --> ${nodeName(to)}`
  })
  const boxes = names.map((name) => `  ${nodeName(name)}["${name}"]`)
  return ["---", "title: routing", "---", "flowchart LR", ...boxes, ...lines, ""].join("\n")
}

/** The table in Markdown, below its picture. */
export const routingText = (picture: string): string => `## Routing between actors

\`src/runtime/actors/event-routing.ts\` is the only place where an event of one actor becomes a command of another.

[table](../src/runtime/actors/event-routing.ts)

${picture}
| From | Event | If | To | Command | Meaning |
|---|---|---|---|---|---|
${routingArrows
  .map(
    ({ from, event, when, to, sends, description }) =>
      `| ${from} | ${event} | ${when ?? ""} | ${to} | ${sends} | ${description} |`,
  )
  .join("\n")}
`
