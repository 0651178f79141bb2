/** An inspector console for the actors of any XState 5 and React app. */
import type { AnyStateMachine } from "xstate"
import type { FoldOf } from "./actor-history.ts"
import { assembleConsole, type InspectorConsole } from "./assemble-console.tsx"
import type { Panel } from "./console-context.tsx"
import { defaultParts } from "./default-parts.tsx"
import type { Drawing } from "./drawing.ts"
import { formsOf, type JsonSchema, type StandardSchema } from "./event-form.ts"
import { createHandSend, type SendableEvents } from "./hand-send.ts"
import { createEventLog } from "./live-event-log.ts"
import type { Parts } from "./parts.tsx"
import { type Redact, redactByName } from "./redact.ts"
import type { Source } from "./render-throttle.ts"
import { createTexts, type Texts, TextsProvider, type TextTable } from "./texts.ts"
import { createTimeTravel } from "./time-travel.ts"
import { timelineOf } from "./timeline.ts"

/** The events of a machine, for the forms that send them. */
export interface EventSchema {
  /** An object with a literal `type`, or a union of such objects. */
  readonly json: JsonSchema
  /** Decides whether a filled form is an event; without it every one is. */
  readonly schema?: StandardSchema
}

export interface ConsoleOptions {
  /** By the id of the machine; a machine that is not listed can be sent nothing by hand. */
  readonly schemas?: Readonly<Record<string, EventSchema>>
  /** Draws the chart of a machine; `drawMachine` of `@financial-links/console/charts` does. */
  readonly drawingOf?: (machine: AnyStateMachine) => Promise<Drawing | null>
  /** Hides secrets; by default by the names of fields. */
  readonly redact?: Redact
  /** Folds earlier snapshots of a machine; by default with XState's `transition()`. */
  readonly fold?: FoldOf
  readonly panels?: readonly Panel[]
  /** Changes of what further panels show: the console renders after them, too. */
  readonly changes?: readonly Source[]
  /** A table for a language; English stands for what it leaves out. */
  readonly texts?: TextTable | Texts
  /** A BCP 47 tag: of plurals, numbers and times. */
  readonly locale?: string
  /** Components of the app in place of the console's own. */
  readonly parts?: Partial<Parts>
  /** Before its keys of localStorage and sessionStorage. */
  readonly storagePrefix?: string
}

const isTexts = (texts: TextTable | Texts): texts is Texts => "text" in texts

const ACCEPTS_ALL: StandardSchema = { "~standard": { validate: (value) => ({ value }) } }

const sendable = ({ json, schema = ACCEPTS_ALL }: EventSchema): SendableEvents => ({
  schema,
  forms: formsOf(json),
})

/** Attributes of the root element that style sheets usually read. */
const MIRRORED = ["lang", "dir", "class", "data-theme"]

/** Creates a closed console. Its log begins with the first actor that has its `inspect`. */
export const createConsole = (options: ConsoleOptions = {}): InspectorConsole => {
  const { schemas = {}, drawingOf, redact = redactByName, fold, panels = [], changes = [] } = options
  const { texts = {}, locale = "en", parts, storagePrefix = "xstate-console-" } = options
  const eventLog = createEventLog(fold ? { fold } : {})
  const shownTexts = isTexts(texts) ? texts : createTexts(locale, texts)
  const eventsOf = async ({ machine }: { readonly machine: AnyStateMachine }) => {
    const known = schemas[machine.id]
    return known ? sendable(known) : null
  }
  return assembleConsole({
    eventLog,
    timeTravel: createTimeTravel({
      timeline: timelineOf(eventLog),
      prepare: () => Promise.resolve(() => null),
    }),
    handSend: createHandSend(eventLog, eventsOf, () => crypto.randomUUID()),
    parts: { ...defaultParts, ...parts },
    redact,
    drawingOf: drawingOf ?? (() => Promise.resolve(null)),
    panels,
    changes,
    wrap: (frame) => <TextsProvider value={shownTexts}>{frame}</TextsProvider>,
    storagePrefix,
    mirrored: MIRRORED,
  })
}
