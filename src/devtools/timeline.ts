/** What time travel shows of this app: the event log of this browser tab, or a recording. */
import {
  ActorHistory,
  type LogEntry,
  type Timeline,
  timelineOf as timelineOfLog,
} from "@financial-links/console"
import type { AnyMachineSnapshot } from "xstate"
import { type AnswerHistory, createAnswerHistory } from "./answer-history.ts"
import { type EventLog, isTopLevel } from "./event-log.ts"
import type { OpenedActor, OpenedRecording } from "./recordings.ts"
import type { MachineEntry } from "./time-travel-actors.ts"

export interface AppTimeline extends Timeline {
  /**
   * Snapshot of a top-level actor, or of an actor of a page; undefined if there was none at that
   * position. Recordings of earlier releases hold no actors of pages.
   */
  readonly snapshotAt: (id: string, position: number, page?: string) => AnyMachineSnapshot | undefined
  readonly answers: AnswerHistory
}

export const timelineOf = (eventLog: EventLog): AppTimeline => ({
  ...timelineOfLog(eventLog),
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
 * Snapshots of the actors without a journal where the recording has none: language, theme, logged
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
  const absent = { type: "session.notRestored", intent: null, at: 0 }
  play("session", [isMember ? restored : absent])
  return snapshots
}

/** The recorded streams with all their events. */
const streamHistories = ({ streams }: OpenedRecording): readonly ActorHistory[] =>
  streams.map(({ id, entry, from }) => {
    const about = {
      key: id,
      id,
      name: id,
      isTopLevel: true,
      machine: entry.machine,
      page: undefined,
      isPast: true,
      now: from,
    }
    return new ActorHistory(about, () => entry.pure, 0, 0)
  })

/** The position after which an actor runs: that before its first event, or by the time of its start. */
const startOf = ({ key, startedAtMs }: OpenedActor, steps: OpenedRecording["steps"]): number => {
  const first = steps.findIndex(({ id }) => id === key)
  return first < 0 ? steps.filter(({ atMs }) => atMs <= startedAtMs).length : first
}

/** The recorded actors without a journal. */
const actorHistories = ({ actors, steps }: OpenedRecording): readonly ActorHistory[] =>
  actors.map((actor) => {
    const { key, id, page, entry, from, startedAtMs } = actor
    const about = {
      key,
      id,
      name: id,
      isTopLevel: isTopLevel(id, page),
      machine: entry.machine,
      page,
      isPast: true,
      now: from,
    }
    return new ActorHistory(about, () => entry.pure, startOf(actor, steps), startedAtMs)
  })

/** The answers that came with the steps of actors. */
const answersOf = ({ actors, steps }: OpenedRecording): AnswerHistory => {
  const answers = createAnswerHistory()
  const next = new Map(actors.map(({ key, steps: own }) => [key, own.values()]))
  for (const [index, { id, atMs }] of steps.entries())
    next
      .get(id)
      ?.next()
      .value?.answer?.(answers, { position: index + 1, atMs })
  return answers
}

/** The recorded actor with an id that ran at a position. */
const actorAt = (
  histories: readonly ActorHistory[],
  id: string,
  position: number,
  page: string | undefined,
): ActorHistory | undefined =>
  histories.findLast((one) => one.id === id && one.page === page && one.startPosition <= position)

/** The timeline of a recording; position 0 is before its first event. */
export const timelineOfRecording = (
  opened: OpenedRecording,
  machines: readonly MachineEntry[],
): AppTimeline => {
  const { steps } = opened
  const unjournaled = unjournaledSnapshots(opened, machines)
  const actors = [...streamHistories(opened), ...actorHistories(opened)]
  const histories = new Map(actors.map((history) => [history.key, history]))
  const entries = steps.flatMap(({ id, event, atMs }, index): LogEntry[] => {
    const actor = histories.get(id)
    if (!actor) return []
    const entry = { position: index + 1, atMs, actor, event, transitions: [], source: "journal" } as const
    actor.append(entry)
    return [entry]
  })
  for (const history of actors) history.now = history.snapshotAt(steps.length) ?? history.now
  return {
    begin: () => 0,
    end: () => steps.length,
    entryAt: (position) => entries[position - 1],
    actors: () => actors,
    stateAt: ({ key }, position) => histories.get(key)?.stateAt(position),
    snapshotAt: (id, position, page) =>
      actorAt(actors, id, position, page)?.snapshotAt(position) ??
      (page === undefined ? unjournaled.get(id) : undefined),
    answers: answersOf(opened),
  }
}
