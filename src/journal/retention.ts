/** Forgets what tabs that are gone have left, once it is old. */
import { TAB_STREAM_MS } from "../domain/limits.ts"
import type { Journal } from "./journal.ts"

export interface RetentionOptions {
  /** True while some document is this tab; true also where that cannot be known. */
  readonly isTabAlive: (id: string) => Promise<boolean>
  readonly now: () => number
}

/** Never rejects: what could not be forgotten is found again next time. */
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
