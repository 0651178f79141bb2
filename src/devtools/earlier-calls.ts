/**
 * The calls of earlier documents of this tab, in its sessionStorage. They are written when a document
 * goes, as they were kept in memory: redacted. The newest are kept, up to a limit.
 */
import { Option, Schema } from "effect"
import { STORAGE_PREFIX } from "../domain/limits.ts"
import type { LoggedCall } from "./call-log.ts"

const NAME = `${STORAGE_PREFIX}debug_calls`
export const TEXT_MAX_CHARS = 400_000

const StoredCalls = Schema.Array(
  Schema.Struct({
    key: Schema.String,
    endpoint: Schema.String,
    method: Schema.String,
    request: Schema.Json,
    startedAtMs: Schema.Number,
    attempts: Schema.Array(
      Schema.Struct({
        status: Schema.Number,
        bytes: Schema.Number,
        afterMs: Schema.Number,
        envelope: Schema.Json,
      }),
    ),
    tries: Schema.Number,
    outcome: Schema.NullOr(Schema.String),
    tookMs: Schema.NullOr(Schema.Number),
    isEarlier: Schema.Boolean,
  }),
)
const decodeCalls = Schema.decodeUnknownOption(Schema.fromJsonString(StoredCalls))

type TextStore = Pick<Storage, "getItem" | "setItem" | "removeItem">

/** The newest first; none if the browser denies access or holds something else there. */
export const readEarlierCalls = (open: () => Pick<TextStore, "getItem">): readonly LoggedCall[] => {
  try {
    const calls = Option.getOrElse(decodeCalls(open().getItem(NAME)), () => [])
    return calls.map((call, index) => ({ ...call, key: `earlier-${index}`, isEarlier: true }))
  } catch {
    return []
  }
}

/** The newest calls that fit into the limit. */
const fitting = (calls: readonly LoggedCall[]): readonly LoggedCall[] => {
  let chars = 0
  const end = calls.findIndex((call) => {
    chars += JSON.stringify(call).length
    return chars > TEXT_MAX_CHARS
  })
  return end < 0 ? calls : calls.slice(0, end)
}

/** Writes the calls, the newest first, for the next document of this tab. */
export const writeEarlierCalls = (open: () => TextStore, calls: readonly LoggedCall[]): void => {
  try {
    if (calls.length === 0) open().removeItem(NAME)
    else open().setItem(NAME, JSON.stringify(fitting(calls)))
  } catch {
    // a full storage keeps what was written before
  }
}
