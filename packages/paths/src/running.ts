/** What runs beside a machine after a step: its timers, and its actors that have not ended. */
import { Actor, type AnyMachineSnapshot, type EventObject } from "xstate"
import type { TracedStep } from "./taken-transitions.ts"

export interface Running {
  /** The events of timers by the ids of these. */
  readonly timers: ReadonlyMap<unknown, EventObject>
  /** Actors whose end the machine has received; they stay among its children. */
  readonly ended: ReadonlySet<unknown>
}

export const NOTHING_RUNS: Running = { timers: new Map(), ended: new Set() }

const actorEvent = /^xstate\.(done\.actor|error\.actor|snapshot)\.(.*)$/s

export const isEvent = (value: unknown): value is EventObject =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string"

const timersAfter = ({ timers }: Running, event: EventObject | null, actions: TracedStep["actions"]) => {
  const running = new Map(timers)
  const fired = [...running].find(([, { type }]) => type === event?.type)
  if (fired) running.delete(fired[0])
  for (const { type, params } of actions) {
    const fields = new Map<string, unknown>(Object.entries(params ?? {}))
    const sent = fields.get("event")
    if (type === "xstate.cancel") running.delete(fields.get("sendId"))
    else if (type === "xstate.raise" && fields.get("delay") !== undefined && isEvent(sent))
      running.set(fields.get("id") ?? sent.type, sent)
  }
  return running
}

/** What runs after a step; `before` and `event` are null at the start. */
export const runningAfter = (
  before: { readonly running: Running; readonly snapshot: AnyMachineSnapshot } | null,
  event: EventObject | null,
  { snapshot, actions }: TracedStep,
): Running => {
  const running = before?.running ?? NOTHING_RUNS
  const [, kind, id = ""] = actorEvent.exec(event?.type ?? "") ?? []
  const children = new Set<unknown>(Object.values(snapshot.children))
  const ended = kind === undefined || kind === "snapshot" ? [] : [before?.snapshot.children[id]]
  return {
    timers: timersAfter(running, event, actions),
    ended: new Set([...running.ended, ...ended].filter((actor) => children.has(actor))),
  }
}

const isRunningActor = ({ children }: AnyMachineSnapshot, { ended }: Running, id: string): boolean =>
  children[id] !== undefined && !ended.has(children[id])

/** False for the event of a timer or an actor that does not run. */
export const canCome = (snapshot: AnyMachineSnapshot, running: Running, { type }: EventObject): boolean => {
  const [, , id] = actorEvent.exec(type) ?? []
  if (id !== undefined) return isRunningActor(snapshot, running, id)
  return (
    !type.startsWith("xstate.after.") || [...running.timers.values()].some((timer) => timer.type === type)
  )
}

/** Timers and running actors by name; an actor without an id of its own has none. */
export const runningNames = (snapshot: AnyMachineSnapshot, running: Running): readonly string[] => [
  ...[...running.timers.values()].map(({ type }) => type),
  ...Object.entries(snapshot.children)
    .filter(([id]) => isRunningActor(snapshot, running, id))
    .map(([id, child]) => (child instanceof Actor && child.sessionId === id ? "" : id))
    .toSorted(),
]
