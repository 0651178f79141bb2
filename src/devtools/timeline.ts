/**
 * A sequence of positions that time travel can show: the event log of this browser tab, or a
 * recording.
 */
import type { AnyMachineSnapshot } from "xstate"
import { type AnswerHistory, createAnswerHistory } from "../runtime/answer-history.ts"
import type { MachineEntry } from "../runtime/time-travel-actors.ts"
import { ActorHistory, type ActorStateAt, type LoggedActor } from "./actor-history.ts"
import type { EventLog, LogEntry } from "./event-log.ts"
import type { OpenedRecording } from "./open-recording.ts"

export interface Timeline {
  /** Position before the first event. */
  readonly begin: () => number
  /** Position of the last event. */
  readonly end: () => number
  readonly entryAt: (position: number) => LogEntry | undefined
  /** The oldest first. */
  readonly actors: () => readonly LoggedActor[]
  /** Undefined if the actor did not exist at that position. */
  readonly stateAt: (actor: LoggedActor, position: number) => ActorStateAt | undefined
  /**
   * Snapshot of a top-level actor, or of an actor of a page; undefined if there was none at that
   * position. A recording holds no actors of pages.
   */
  readonly snapshotAt: (id: string, position: number, page?: string) => AnyMachineSnapshot | undefined
  readonly answers: AnswerHistory
}

const FAILURES = /(?:failed|refused|rejected|unanswered|timedout|invalid|lost|warned)$/i

/** True if the event reports a failure: by its type, or by a `failure` that is not null. */
export const isFailureEvent = ({ type, ...rest }: { readonly type: string }): boolean =>
  FAILURES.test(type) || ("failure" in rest && rest.failure !== null)

export const timelineOf = (eventLog: EventLog): Timeline => ({
  begin: () => eventLog.begin() - 1,
  end: () => eventLog.end(),
  entryAt: (position) => eventLog.entryAt(position),
  actors: () => eventLog.actors(),
  stateAt: (actor, position) => eventLog.stateAt(actor, position),
  snapshotAt: (id, position, page) => eventLog.snapshotAt(id, position, page),
  answers: eventLog.answers,
})

/** Stands in for the member: a recording does not say who it was. */
const RECORDED_USER = {
  id: "recorded",
  username: "–",
  level: 1,
  balance: "0.00",
  available: "0.00",
  unavailable: "0.00",
  invitationCode: "",
  creditScore: 0,
  verification: "none",
  bankCards: 0,
  cryptoAddresses: 0,
  vin: 0,
}

/**
 * Snapshots of the actors without a journal, from what the recording says: language, theme, logged
 * in or not.
 */
const unjournaledSnapshots = (
  { recording }: OpenedRecording,
  machines: readonly MachineEntry[],
): ReadonlyMap<string, AnyMachineSnapshot> => {
  const { locale, theme, isMember } = recording.scene
  const snapshots = new Map<string, AnyMachineSnapshot>()
  const play = (id: string, events: readonly { readonly type: string }[]) => {
    const pure = machines.find((one) => one.id === id)?.pure
    if (pure) snapshots.set(id, events.reduce<AnyMachineSnapshot>(pure.step, pure.initial()))
  }
  const setLocale = { type: "startup.setLocale", locale }
  const setTheme = { type: "startup.setTheme", theme }
  play("startup", [setLocale, setTheme])
  const restored = { type: "session.restored", user: RECORDED_USER, intent: null, at: 0 }
  const absent = { type: "session.absent", intent: null, at: 0 }
  play("session", [isMember ? restored : absent])
  return snapshots
}

/** The recorded actors with all their events. */
const historiesOf = ({ streams, steps }: OpenedRecording): ReadonlyMap<string, ActorHistory> => {
  const histories = new Map<string, ActorHistory>()
  for (const { id, entry, from } of streams) {
    const about = {
      key: id,
      id,
      kind: "top-level",
      machine: entry.machine,
      page: undefined,
      isPast: true,
    } as const
    histories.set(id, new ActorHistory({ ...about, now: from }, () => entry.pure, 0))
  }
  for (const [index, { id, event }] of steps.entries())
    histories.get(id)?.append({ position: index + 1, event, transitions: [], source: "journal" })
  for (const history of histories.values()) history.now = history.snapshotAt(steps.length) ?? history.now
  return histories
}

/** The timeline of a recording; position 0 is before its first event. */
export const timelineOfRecording = (opened: OpenedRecording, machines: readonly MachineEntry[]): Timeline => {
  const { steps } = opened
  const unjournaled = unjournaledSnapshots(opened, machines)
  const histories = historiesOf(opened)
  const actors = [...histories.values()]
  const entries = steps.flatMap(({ id, event, atMs }, index): LogEntry[] => {
    const actor = histories.get(id)
    return actor ? [{ position: index + 1, atMs, actor, event, transitions: [], source: "journal" }] : []
  })
  return {
    begin: () => 0,
    end: () => steps.length,
    entryAt: (position) => entries[position - 1],
    actors: () => actors,
    stateAt: (actor, position) => histories.get(actor.id)?.stateAt(position),
    snapshotAt: (id, position, page) =>
      page === undefined ? (histories.get(id)?.snapshotAt(position) ?? unjournaled.get(id)) : undefined,
    answers: createAnswerHistory(),
  }
}
