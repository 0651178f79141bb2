/**
 * The console's event log of this app: what the inspector observes, the events that the journal
 * replayed, and the answers that came with events.
 */
import { createEventLog as createLog, type EventLog as Log, type LoggedActor } from "@financial-links/console"
import { foldOf, mergeSteps } from "@financial-links/journal"
import type { AnyStateMachine } from "xstate"
import type { Inspector, ReplayedActor, StoredStream } from "../runtime/actors/inspector.ts"
import { type AnswerHistory, createAnswerHistory } from "./answer-history.ts"
import type { ActorRecord } from "./recorded-answer.ts"
import { type ShownAnswer, shownAnswer } from "./recorded-answer.ts"

export interface EventLog extends Omit<Log, "records"> {
  readonly inspector: Inspector
  readonly answers: AnswerHistory
  /** The actors of this document with all that is known of them, for a recording. */
  readonly records: () => readonly ActorRecord[]
  /** Reads the journal from disk; rejects if it cannot be read. */
  readonly readJournal: () => Promise<readonly StoredStream[]>
}

/** False for the actors of calls, queries and pages: once stopped they may be dropped. */
export const isTopLevel = (id: string, page: string | undefined): boolean =>
  page === undefined && !/^(?:request|query)(?::|$)/.test(id)

/** Answers by actor and by the position of the event that they came with. */
const createHeldAnswers = () => {
  const held = new Map<string, Map<number, ShownAnswer>>()
  return {
    of: (key: string): ReadonlyMap<number, ShownAnswer> => held.get(key) ?? new Map(),
    add: ({ key }: LoggedActor, position: number, answer: ShownAnswer) => {
      const own = held.get(key) ?? new Map<number, ShownAnswer>()
      held.set(key, own.set(position, answer))
    },
    forget: ({ key }: LoggedActor, upTo: number | null) => {
      const own = held.get(key)
      if (upTo === null) held.delete(key)
      else for (const position of own?.keys() ?? []) if (position <= upTo) own?.delete(position)
    },
  }
}

/** The events that were replayed before this document's own, of each actor once. */
const createReplayed = (log: Log) => {
  const all = new Map<string, ReplayedActor>()
  return (replayed: ReplayedActor): void => {
    if (all.has(replayed.id) || log.actors().some(({ id }) => id === replayed.id)) return
    all.set(replayed.id, replayed)
    const actors = [...all.values()]
    log.setEarlier(actors, mergeSteps(actors))
  }
}

/**
 * Creates an empty log; its `inspector` must be passed to the app before the first actor starts.
 */
export const createEventLog = (now: () => number): EventLog => {
  const answers = createAnswerHistory()
  const held = createHeldAnswers()
  const fold = (machine: AnyStateMachine, input: unknown) => foldOf<AnyStateMachine>(machine, input)
  const log = createLog({ now, fold, isTopLevel, onForgotten: held.forget })
  let read: (() => Promise<readonly StoredStream[]>) | null = null
  const inspector: Inspector = {
    onActor: log.follow,
    onFollowed: (id, event, before, after) => log.appendFollowed(id, event, before, after),
    onReplayed: createReplayed(log),
    onJournalOpen: (reader) => {
      read = reader
    },
    onCall: () => {},
    onBody: () => {},
    onAnswer: (actor, endpoint, request, exit) => {
      const entry = { position: log.end(), atMs: now(), exit }
      answers.record(endpoint, request, entry)
      const history = log.historyOf(actor)
      if (history) held.add(history, history.lastPosition, shownAnswer(endpoint, request, entry))
    },
    onCachedAnswer: (actor, endpoint, request, known, why) => {
      const entry = { position: log.end(), known, why }
      answers.record(endpoint, request, entry)
      const history = log.historyOf(actor)
      // the event that reports it follows at once
      if (history) held.add(history, log.end() + 1, shownAnswer(endpoint, request, entry))
    },
  }
  const loggedRecords = log.records.bind(log)
  return Object.assign(log, {
    inspector,
    answers,
    readJournal: () => read?.() ?? Promise.resolve([]),
    records: () => loggedRecords().map((record) => ({ ...record, answers: held.of(record.key) })),
  })
}
