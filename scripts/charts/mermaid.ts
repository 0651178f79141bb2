/** A chart as Mermaid text (stateDiagram-v2), for Markdown. */
import type { Chart, ChartState, ChartTransition } from "@financial-links/paths"

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
