/** The app's journal: its database, its redaction, and how long it keeps the streams of closed tabs. */

import {
  createJournal as createStoredJournal,
  deleteStreams,
  type EventStore,
  type Journal,
  type JournalOptions,
  openEventStore as openStore,
  type StorageUnavailable,
} from "@financial-links/journal"
import { JOURNAL_EVENT_LIMIT, TAB_STREAM_MS } from "../domain/limits.ts"
import { redact } from "./redact.ts"

export const DATABASE = "app_journal"
/** Streams are compacted long before. */
export const JOURNAL_READ_LIMIT = 3 * JOURNAL_EVENT_LIMIT

export const openEventStore = (onLost: (cause: StorageUnavailable) => void): Promise<EventStore> =>
  openStore({ database: DATABASE, readLimit: JOURNAL_READ_LIMIT, onLost })

export const createJournal = (store: EventStore, options: Omit<JournalOptions, "redact">): Journal =>
  createStoredJournal(store, { ...options, redact })

export interface RetentionOptions {
  /** True if a document of this tab is open, or if that cannot be determined. */
  readonly isTabAlive: (id: string) => Promise<boolean>
  readonly now: () => number
}

/** Deletes the streams of closed tabs once they are old. Never rejects. */
export const deleteExpiredStreams = (
  journal: Journal,
  { isTabAlive, now }: RetentionOptions,
): Promise<void> =>
  deleteStreams(journal, async ({ stream, atMs }) => {
    const [, id] = /^tab:([^/]+)\//.exec(stream) ?? []
    return id !== undefined && now() - atMs >= TAB_STREAM_MS && !(await isTabAlive(id))
  })
