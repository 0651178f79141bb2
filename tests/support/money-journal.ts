/** Journals of the four money machines in an IndexedDB in memory: written as given, and restored. */
import { foldOf, type Journal, type Restored, withVersion } from "@financial-links/journal"
import { openDB } from "idb"
import type { AnyStateMachine } from "xstate"
import { closeMachine } from "../../machines/close.ts"
import { depositMachine } from "../../machines/deposit.ts"
import { orderMachine } from "../../machines/order.ts"
import { withdrawalMachine } from "../../machines/withdrawal.ts"
import type { StreamDeclaration } from "../../src/events/declaration.ts"
import { closeStream, depositStream, orderStream, withdrawalStream } from "../../src/events/money.ts"
import { createJournal, openEventStore } from "../../src/journal/journal.ts"
import { restoreStream } from "../../src/runtime/journal/restore-actor.ts"
import { at, closeWords, depositWords, orderWords, withdrawalWords } from "./money-events.ts"

export type Said = { readonly type: string }

export interface MoneySubject {
  readonly machine: AnyStateMachine
  readonly stream: StreamDeclaration
  readonly words: {
    readonly stream: "order" | "close" | "deposit" | "withdrawal"
    readonly before: readonly Said[]
    readonly send: (key: string) => Said
  }
}

export const moneySubjects: readonly MoneySubject[] = [
  { machine: orderMachine, stream: orderStream, words: orderWords },
  { machine: closeMachine, stream: closeStream, words: closeWords },
  { machine: depositMachine, stream: depositStream, words: depositWords },
  { machine: withdrawalMachine, stream: withdrawalStream, words: withdrawalWords },
]

/** Every event up to the one that is sent, as the stream stores them, and a fact of an earlier release. */
export const sentUnder = (
  { words, stream }: MoneySubject,
  key: string,
): readonly (Said & { readonly key?: string; readonly at?: number })[] => [
  ...[...words.before, words.send(key)].map((event) => withVersion(stream.upcasters, event)),
  { type: `${words.stream}.recorded`, key, at },
]

const openJournal = async (): Promise<Journal> =>
  createJournal(await openEventStore(() => {}), { now: () => at, onWritten: () => {}, onFenced: () => {} })

/** A journal with these stored events after a beginning in `version`. */
export const writeJournal = async (
  events: readonly unknown[],
  version: number,
  { name = "s", snapshot = null }: { readonly name?: string; readonly snapshot?: unknown } = {},
): Promise<Journal> => {
  const journal = await openJournal()
  await journal.restart(name, version, snapshot)
  for (const event of events) journal.append(name, event)
  await journal.flush()
  return journal
}

export const restoreJournal = (
  journal: Journal,
  { machine, stream }: Pick<MoneySubject, "machine" | "stream">,
  name = "s",
): Promise<Restored> => restoreStream(journal, name, foldOf(machine, undefined), stream)

/** Everything in a table of the journal. */
export const readTable = async (
  table: "events" | "bases" | "caches" | "asides",
): Promise<readonly unknown[]> => {
  const db = await openDB("app_journal")
  const rows: readonly unknown[] = await db.getAll(table)
  db.close()
  return rows
}

/** Why streams were quarantined, the newest last. */
export const readReasons = async (): Promise<readonly string[]> =>
  (await readTable("asides")).map((row) => String(Reflect.get(Object(row), "why")))
