/** The programs of a query: one call to the server, and one look into the offline cache. */
import { Effect } from "effect"
import type { QueryJob } from "../../../machines/query.ts"
import type { Failure } from "../../domain/failure.ts"
import type { QueryEvent } from "../../events/query.ts"
import { isOffline, withCacheFallback } from "./cache-fallback.ts"
import { type CallError, failureOf } from "./call.ts"
import type { CachedAnswer } from "./services.ts"

/** Where the answer to one request comes from, and where it is kept beside the machine. */
export interface AnswerSource<Data> {
  /** `quiet`: without a loading indicator. */
  readonly run: (quiet: boolean) => Effect.Effect<Data, CallError>
  readonly recall: Effect.Effect<CachedAnswer<Data> | undefined>
  readonly now: () => number
  readonly language: () => string
  /** Called immediately before the event that reports the answer. */
  readonly onAnswer: (data: Data) => void
  readonly onCached: (known: CachedAnswer<Data>, why: Failure | undefined) => void
}

type Send = (fact: QueryEvent) => void

const sendCached = <Data>(
  { now, onCached }: AnswerSource<Data>,
  known: CachedAnswer<Data>,
  failure: Failure | null,
  send: Send,
) => {
  onCached(known, failure ?? undefined)
  send({ type: "query.recalled", knownAtMs: known.atMs, failure, at: now() })
}

/** Sends query.answered or query.failed; if it may recall, query.recalled may precede either. */
export const askServer = <Data>(source: AnswerSource<Data>) =>
  Effect.fnUntraced(function* ({ mayRecall }: QueryJob, send: Send) {
    const { run, recall, now, language, onAnswer } = source
    const askedIn = language()
    const asked = mayRecall
      ? withCacheFallback(run(isOffline()), recall, (known, why) => sendCached(source, known, why, send))
      : run(true)
    const result = yield* Effect.result(asked)
    if (result._tag === "Failure") {
      const failed: QueryEvent = { type: "query.failed", failure: failureOf(result.failure), at: now() }
      return failed
    }
    onAnswer(result.success)
    const answered: QueryEvent = { type: "query.answered", language: askedIn, at: now() }
    send(answered)
    return undefined
  })

/** Sends query.recalled with the cached answer, or query.notCached. */
export const readCache =
  <Data>(source: AnswerSource<Data>) =>
  (_input: unknown, send: Send) =>
    Effect.map(source.recall, (known): QueryEvent | undefined => {
      if (!known) return { type: "query.notCached", at: source.now() }
      sendCached(source, known, null, send)
      return undefined
    })
