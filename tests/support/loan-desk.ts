/**
 * A small project with recordings: a journaled machine of two versions, and one without a journal. The
 * sample of the package has such a desk too, but imports the package by its name: there a mutant
 * of a source would not be active.
 */
import {
  type ActorMachine,
  type ActorRecord,
  at,
  event,
  foldOf,
  inContext,
  type JournaledStream,
  machineEntry,
  makeRecording,
  nullOr,
  oneOf,
  optional,
  type Recording,
  type RecordingRules,
  type RecordingSource,
  redact,
  redactWith,
  type StoredSnapshot,
  type StoredStream,
  struct,
  text,
  type ValueOf,
  whole,
  withVersion,
} from "@financial-links/journal"
import { type AnyMachineSnapshot, assign, setup } from "xstate"

const LoanEvent = oneOf(
  event("loan.lend", { book: text, days: whole, at }),
  event("loan.renew", { days: whole }),
  event("loan.return", { at }),
)
export type LoanEvent = ValueOf<typeof LoanEvent>

const LoanContext = struct({ book: nullOr(text), days: whole })

export const loanMachine = setup({
  types: { events: {} as LoanEvent, context: {} as ValueOf<typeof LoanContext> },
}).createMachine({
  id: "loan",
  context: { book: null, days: 0 },
  initial: "inside",
  states: {
    inside: {
      on: {
        "loan.lend": { target: "lent", actions: assign(({ event: { book, days } }) => ({ book, days })) },
      },
    },
    lent: {
      on: {
        "loan.renew": { actions: assign({ days: ({ context, event }) => context.days + event.days }) },
        "loan.return": { target: "inside", actions: assign({ book: null, days: 0 }) },
      },
    },
  },
})

/** The first release lent for whole weeks. */
export const loanStream: JournaledStream<LoanEvent> = {
  version: 2,
  event: () => Promise.resolve(LoanEvent),
  context: () => Promise.resolve(LoanContext),
  upcasters: {
    events: { "loan.lend": [({ weeks, ...lend }) => ({ ...lend, days: 7 * Number(weeks) })] },
    snapshots: [inContext(({ weeks, ...context }) => ({ ...context, days: 7 * Number(weeks) }))],
  },
}

const GateEvent = oneOf(event("gate.unlock", { by: text }), event("gate.lock", {}))

const gateMachine = setup({
  types: { events: {} as ValueOf<typeof GateEvent>, context: {} as { readonly by: string | null } },
}).createMachine({
  id: "gate",
  context: { by: null },
  type: "parallel",
  states: {
    lock: {
      initial: "shut",
      states: {
        shut: { on: { "gate.unlock": { target: "open", actions: assign({ by: ({ event }) => event.by }) } } },
        open: { after: { 1000: "shut" }, on: { "gate.lock": "shut" } },
      },
    },
    bell: {},
  },
})
export const GATE_SHUTS = "xstate.after.1000.gate.lock.open"

export const gate: ActorMachine = {
  id: "gate",
  machine: gateMachine,
  event: GateEvent,
  pure: foldOf(gateMachine, undefined),
}

export interface Answer {
  readonly about: string
  readonly data?: string | undefined
}
const Answer = struct<Answer>({ about: text, data: optional(text) })
const Scene = struct({ desk: text })
type Scene = ValueOf<typeof Scene>
export type DeskRecording = Recording<Scene, Answer>

/** Who unlocked the gate is not in its files. */
const withoutNames = redactWith({ names: ["by"] })

export const rules: RecordingRules<Scene, Answer, string> = {
  format: "desk.recording",
  scene: Scene,
  actors: {
    answer: Answer,
    machineOf: (id) => (id === gate.id ? gate : undefined),
    readAnswer: ({ data = "none" }) => (data === "unreadable" ? null : data),
    withoutData: ({ about }) => ({ about }),
  },
  redact,
  maskOf: (actor) => (actor === gate.id ? withoutNames : redact),
  laterFields: new Set(),
}

/** The streams of "branch." are as many as there are branches. */
export const machines = [
  machineEntry("loan", loanMachine, loanStream),
  machineEntry("branch.", loanMachine, loanStream),
]

export const loanEvents: readonly LoanEvent[] = [
  { type: "loan.lend", book: "Emma", days: 14, at: 1_000 },
  { type: "loan.renew", days: 7 },
  { type: "loan.return", at: 3_000 },
]

const loan = foldOf(loanMachine, undefined)

/** A stream of the journal on disk, and the state that its machine has now. */
export const loanOf = (
  id = "loan",
  events: readonly LoanEvent[] = loanEvents,
  base: StoredSnapshot | null = null,
): { readonly stream: StoredStream; readonly now: AnyMachineSnapshot } => {
  const name = `desk/${id}`
  const rows = events.map((one, index) => ({
    stream: name,
    seq: (base?.seq ?? 0) + index + 1,
    event: redact(withVersion(loanStream.upcasters, one)),
  }))
  return {
    stream: { id, name, scope: "desk", version: 2, base, rows },
    now: events.reduce(loan.step, loan.initial()),
  }
}

interface GateVisit {
  readonly key?: string
  readonly startedAtMs?: number
  readonly events?: ActorRecord<Answer>["received"][number]["event"][]
  readonly answers?: readonly (Answer | undefined)[]
}

/** What is known of an actor of the gate that received these events, one each millisecond. */
export const gateRecord = ({
  key = "gate#1",
  startedAtMs = 1_500,
  events = [{ type: "gate.unlock", by: "Ada" }, { type: "gate.lock" }],
  answers = [],
}: GateVisit = {}): ActorRecord<Answer> => ({
  ...{ key, id: gate.id, page: undefined, machine: gate.machine, startedAtMs },
  from: gate.pure.initial(),
  received: events.map((one, index) => ({ event: one, atMs: startedAtMs + index + 1, position: index })),
  answers: new Map(answers.flatMap((answer, index) => (answer ? [[index, () => answer] as const] : []))),
  now: events.reduce<AnyMachineSnapshot>(
    (snapshot, one) => gate.pure.step(snapshot, { type: "", ...one }),
    gate.pure.initial(),
  ),
})

export const sourceOf = (
  loans: readonly ReturnType<typeof loanOf>[],
  actors: readonly ActorRecord<Answer>[] = [],
): RecordingSource<Scene, Answer> => ({
  readJournal: () => Promise.resolve(loans.map(({ stream }) => stream)),
  snapshotOf: (id) => loans.find(({ stream }) => stream.id === id)?.now,
  actors: () => actors,
  machines,
  app: { version: "2.0.0", build: "b7" },
  scene: { desk: "north" },
  nowMs: 9_000,
})

export const recordedOf = (...given: Parameters<typeof sourceOf>): Promise<DeskRecording> =>
  makeRecording(rules, sourceOf(...given))
