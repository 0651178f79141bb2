/**
 * Playwright drivers of machines: how a page causes each event, and what each state looks like. A
 * driver without an entry for an event or a state of its machine does not compile.
 * `driverSkeleton` writes one to fill in.
 */

import type { Page } from "playwright-core"
import type { AnyStateMachine, EventFromLogic, InputFrom, SnapshotFrom } from "xstate"
import { type ChartState, type ChartTransition, chartOf, keysOf, partsOf } from "./chart.ts"

/** Where a step lies on its path. */
export interface Moment {
  /** The state before the step, "filling.drafting"; parallel states are separated by a space. */
  readonly from: string
  /** The state after it. */
  readonly to: string
  /** The event of the following step; null at the end of the path. */
  readonly next: string | null
}

type Resumed = "journal.resumed"

type Cause<M extends AnyStateMachine, Type extends string> = (
  page: Page,
  event: Extract<EventFromLogic<M>, { readonly type: Type }>,
  moment: Moment,
) => Promise<void>

export interface Driver<M extends AnyStateMachine> {
  /** Brings the page to the machine's start. `input` is null for a machine without one. */
  readonly begin: (page: Page, input: InputFrom<M> | null) => Promise<void>
  /** Causes the event as a person does. What comes by itself needs `itself`. */
  readonly events: {
    readonly [Type in Exclude<EventFromLogic<M>["type"], Resumed>]: Cause<M, Type>
  } & {
    // every journaled machine has this event in its type; not each has a transition for it
    readonly [Type in Extract<EventFromLogic<M>["type"], Resumed>]?: Cause<M, Type>
  }
  /** Waits until the page shows the state. */
  readonly states: { readonly [State in LeafState<SnapshotFrom<M>>]: (page: Page) => Promise<void> }
}

/** The three functions that a printed test imports. */
export interface Driven<M extends AnyStateMachine> {
  readonly begin: Driver<M>["begin"]
  /** Causes the event. Delays and ends of actors come by themselves. */
  readonly bringAbout: (page: Page, event: EventFromLogic<M>, moment: Moment) => Promise<void>
  /** Waits until the page shows every part of the state. */
  readonly see: (page: Page, state: string) => Promise<void>
}

/** The entry of something that comes by itself, or that the page does not show. */
export const itself = (): Promise<void> => Promise.resolve()

/** The entry of something that this driver cannot do. A path with it fails with the reason. */
export const unable = (reason: string) => (): Promise<void> => Promise.reject(new Error(reason))

const entryOf = (entries: object, name: string): CallableFunction | undefined => {
  const entry: unknown = new Map<string, unknown>(Object.entries(entries)).get(name)
  return typeof entry === "function" ? entry : undefined
}

/** Checks a driver against its machine's type. */
export const driverFor = <M extends AnyStateMachine>(
  machine: M,
  { begin, events, states }: NoInfer<Driver<M>>,
): Driven<M> => ({
  begin,
  bringAbout: async (page, event, moment) => {
    const { type } = event
    const bring = entryOf(events, type)
    if (bring) await bring(page, event, moment)
    else if (!type.startsWith("xstate.")) throw new Error(`the driver of ${machine.id} has no event ${type}`)
  },
  see: async (page, state) => {
    for (const part of state === machine.id ? [] : partsOf(state)) {
      const look = entryOf(states, keysOf(part).join("."))
      if (look === undefined) throw new Error(`the driver of ${machine.id} has no state ${part}`)
      await look(page)
    }
  },
})

/** The leaf states of a machine as a type, from the type of its snapshots. */
type LeafOf<Value> = Value extends string
  ? Value
  : { [State in keyof Value & string]: `${State}.${LeafOf<Value[State]>}` }[keyof Value & string]

/** The paths of the leaf states of a machine, "filling.drafting". */
export type LeafState<Snapshot extends { readonly value: unknown }> = LeafOf<Snapshot["value"]>

// The skeleton of a driver, to be filled in.

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
  `    ${keyOf(keysOf(path).join("."))}: unable(${JSON.stringify(`what ${path} looks like is not written yet`)}),`,
]

/** The events that the machine has a transition for, without those of XState. */
export const ownEventsOf = (machine: AnyStateMachine): readonly string[] =>
  machine.events.map(String).filter((type) => !type.startsWith("xstate.") && !type.includes("*"))

/** The import of a machine by the name of its export. */
const importOf = (exported: string): { readonly local: string; readonly clause: string } => {
  if (exported === "default") return { local: "machine", clause: "machine" }
  if (/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(exported))
    return { local: exported, clause: `{ ${exported} }` }
  return { local: "machine", clause: `{ ${JSON.stringify(exported)} as machine }` }
}

/**
 * The text of the driver's file.
 * @param exported the name under which the machine's file exports it
 * @param declared the types of the machine's event schema
 */
export const driverSkeleton = (
  machine: AnyStateMachine,
  exported: string,
  declared: readonly string[],
  imports: DriverImports,
): string => {
  const { states, transitions } = chartOf(machine)
  const { local, clause } = importOf(exported)
  const types = new Set([...ownEventsOf(machine), ...declared])
  const hasIgnored = [...types].some((type) => transitions.every(({ event }) => event !== type))
  const used = ["driverFor", ...(hasIgnored ? ["itself"] : []), "unable"]
  return [
    "/**",
    ` * The driver of the tests that are printed of ${machine.id} with \`--format playwright\`.`,
    " * An entry is a function of the page; `itself` where nothing is to be done.",
    " */",
    `import ${clause} from ${JSON.stringify(imports.machine)}`,
    `import { ${used.join(", ")} } from ${JSON.stringify(imports.driver)}`,
    "",
    `export const { begin, bringAbout, see } = driverFor(${local}, {`,
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
