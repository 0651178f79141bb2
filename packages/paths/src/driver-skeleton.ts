/** Writes a Playwright driver of a machine with an entry for each of its events and leaf states. */
import type { AnyStateMachine } from "xstate"
import { type ChartState, type ChartTransition, chartOf } from "./chart.ts"

/** Specifiers of the imports, as seen from the driver's file. */
export interface DriverImports {
  readonly machine: string
  readonly driver: string
}

const ownName = /^[a-z]\w*$/i

const keyOf = (name: string): string => (ownName.test(name) ? name : JSON.stringify(name))

/** States without states inside them. */
const leavesOf = (states: readonly ChartState[]): readonly ChartState[] =>
  states.filter(({ kind, path }) => path !== "" && (kind === "atomic" || kind === "final"))

const commentOf = (words: readonly string[]): readonly string[] =>
  [...new Set(words.filter((each) => each !== ""))].map((each) => `    // ${each.replaceAll(/\s+/g, " ")}`)

const eventEntry = (type: string, transitions: readonly ChartTransition[]): readonly string[] => {
  const own = transitions.filter(({ event }) => event === type)
  if (own.length === 0) return ["    // The machine has no transition for it", `    ${keyOf(type)}: itself,`]
  return [
    ...commentOf(own.map(({ description }) => description)),
    `    ${keyOf(type)}: unable(${JSON.stringify(`how ${type} is caused is not written yet`)}),`,
  ]
}

const stateEntry = ({ path, description }: ChartState): readonly string[] => [
  ...commentOf([description]),
  `    ${keyOf(path)}: unable(${JSON.stringify(`what ${path} looks like is not written yet`)}),`,
]

/** The events that the machine has a transition for, without those of XState. */
export const ownEventsOf = (machine: AnyStateMachine): readonly string[] =>
  machine.events.map(String).filter((type) => !type.startsWith("xstate.") && !type.includes("*"))

/**
 * The text of the driver's file.
 * @param declared the types of the machine's event schema
 */
export const driverSkeleton = (
  machine: AnyStateMachine,
  name: string,
  declared: readonly string[],
  imports: DriverImports,
): string => {
  const { states, transitions } = chartOf(machine)
  const types = new Set([...ownEventsOf(machine), ...declared])
  const hasIgnored = [...types].some((type) => transitions.every(({ event }) => event !== type))
  const used = ["driverFor", ...(hasIgnored ? ["itself"] : []), "unable"]
  return [
    "/**",
    ` * The driver of the tests that are printed of ${name} with \`--format playwright\`.`,
    " * An entry is a function of the page; `itself` where nothing is to be done.",
    " */",
    `import { ${name}Machine } from ${JSON.stringify(imports.machine)}`,
    `import { ${used.join(", ")} } from ${JSON.stringify(imports.driver)}`,
    "",
    `export const { begin, bringAbout, see } = driverFor(${name}Machine, {`,
    `  begin: unable("how the page is brought to the start is not written yet"),`,
    "  events: {",
    ...[...types].flatMap((type) => eventEntry(type, transitions)),
    "  },",
    "  states: {",
    ...leavesOf(states).flatMap(stateEntry),
    "  },",
    "})",
    "",
  ].join("\n")
}
