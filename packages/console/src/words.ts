/** The texts of a chart, and their sizes. */
import type { Chart, ChartState, ChartTransition } from "../../paths/src/chart.ts"

export const TITLE_PX = 14
export const TEXT_PX = 11
export const LINE_PX = 16
/** Characters in a line of secondary text; longer text wraps. */
const WRAP_AT = 34

/**
 * Wider than any of the fonts that the chart may be shown in, so that nothing touches its border.
 */
const TITLE_LETTER = 0.66
const MONO_LETTER = 0.625

export interface Words {
  readonly text: string
  readonly tone: "strong" | "quiet"
  readonly transition: string | null
  readonly title: string
}

export const titleWidth = (text: string): number => Math.ceil(text.length * TITLE_PX * TITLE_LETTER)

export const linesWidth = (lines: readonly Words[]): number =>
  Math.ceil(Math.max(0, ...lines.map(({ text }) => [...text].length)) * TEXT_PX * MONO_LETTER)

/** "accepted" for "withdrawal.accepted" in the withdrawal's own chart. */
const short = (chart: Chart, event: string): string =>
  event.startsWith(`${chart.id}.`) ? event.slice(chart.id.length + 1) : event

const wrapped = (parts: readonly string[], indent: string): readonly string[] => {
  const lines: string[] = []
  for (const part of parts) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + part.length < WRAP_AT) lines[lines.length - 1] = `${last} ${part}`
    else lines.push(lines.length === 0 ? part : `${indent}${part}`)
  }
  return lines
}

/** The guard and the actions of a transition: "[isCurrentOperation] / assignFailure, countAttempt". */
const asksAndDoes = ({ guard, actions }: ChartTransition): readonly string[] => {
  const does = actions.map((action, index) => `${action}${index < actions.length - 1 ? "," : ""}`)
  const [first, ...rest] = does
  return [...(guard === null ? [] : [`[${guard}]`]), ...(first === undefined ? [] : [`/ ${first}`, ...rest])]
}

const titleOf = (transition: ChartTransition): string =>
  [transition.event, transition.description].filter((part) => part !== "").join(": ")

/**
 * The texts of one transition: its event, guard and actions. `arrow` follows the event.
 */
export const transitionWords = (chart: Chart, transition: ChartTransition, arrow = ""): readonly Words[] => {
  const { id } = transition
  const title = titleOf(transition)
  return [
    { text: `${short(chart, transition.event)}${arrow}`, tone: "strong", transition: id, title },
    ...wrapped(asksAndDoes(transition), "  ").map(
      (text): Words => ({ text: `  ${text}`, tone: "quiet", transition: id, title }),
    ),
  ]
}

const note = (text: string): Words => ({ text, tone: "quiet", transition: null, title: "" })

/**
 * The lines under a state's name: its invoked actors, its entry and exit actions, and its internal
 * transitions.
 */
export const stateWords = (
  chart: Chart,
  state: ChartState,
  inside: readonly ChartTransition[],
): readonly Words[] => {
  const nameOf = (id: string): string => chart.states.find((other) => other.id === id)?.name ?? id
  const arrow = ({ targets, source }: ChartTransition): string => {
    if (targets.length === 0) return ""
    return targets.every((target) => target === source) ? " ↻" : ` → ${targets.map(nameOf).join(", ")}`
  }
  return [
    ...state.actors.map(({ source }) => note(`runs ${source}`)),
    ...state.entry.map((action) => note(`entry / ${action}`)),
    ...state.exit.map((action) => note(`exit / ${action}`)),
    ...inside.flatMap((transition) => transitionWords(chart, transition, arrow(transition))),
  ]
}
