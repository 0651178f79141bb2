/** Retention: deletes the streams of closed tabs once they are old. */
import { TAB_STREAM_MS } from "../domain/limits.ts"
import type { Journal } from "./journal.ts"

export interface RetentionOptions {
  /** True if a document of this tab is open, or if that cannot be determined. */
  readonly isTabAlive: (id: string) => Promise<boolean>
  readonly now: () => number
}

/** Never rejects: a stream that is not deleted is found again next time. */
export const deleteExpiredStreams = async (
  journal: Journal,
  { isTabAlive, now }: RetentionOptions,
): Promise<void> => {
  const old = await journal.bases().catch(() => [])
  for (const { stream, atMs } of old) {
    const [, id] = /^tab:([^/]+)\//.exec(stream) ?? []
    if (id === undefined || now() - atMs < TAB_STREAM_MS) continue
    if (!(await isTabAlive(id))) await journal.deleteStream(stream).catch(() => {})
  }
}
