/** A bucket of an S3-compatible store, which holds images where one is configured. */
import { createHash } from "node:crypto"
import { AwsV4Signer } from "aws4fetch"
import { Clock, Context, Effect, Schedule, Schema } from "effect"
import type { BucketSettings } from "../config/bucket.ts"
import { makeOutageLog } from "../db/outage-log.ts"
import { readAtMost } from "./fetch-text.ts"

/**
 * The bucket did not do what was asked. `unavailable`: it failed or did not answer in time, on every
 * attempt; `missing`: it has no such object; `refused`: it does not accept the request or the key.
 */
export class BucketFailed extends Schema.TaggedError<BucketFailed>()("BucketFailed", {
  message: Schema.String,
  reason: Schema.Literals(["unavailable", "missing", "refused"]),
}) {}

export interface Bucket {
  /** Stores an object under a name, over one that is there. */
  readonly put: (name: string, bytes: Uint8Array) => Effect.Effect<void, BucketFailed>
  /** The bytes of an object from `from`, fewer than `size` at its end. */
  readonly read: (name: string, from: number, size: number) => Effect.Effect<Uint8Array, BucketFailed>
  /** Removes an object; one that is not there counts as removed. */
  readonly remove: (name: string) => Effect.Effect<void, BucketFailed>
}

/** The bucket for images. Null: the database holds them. */
export const ImageBucket = Context.Reference<Bucket | null>("financial-links/server/core/ImageBucket", {
  defaultValue: () => null,
})

/**
 * Limits of one attempt, and of all of them: below the client's request timeout. An answer holds a
 * slice of an image at most.
 */
export const BUCKET_LIMITS = {
  attemptMs: 2_500,
  retries: 2,
  pauseMs: 100,
  answerMaxBytes: 256 * 1024,
} as const

interface Asked {
  readonly method: "GET" | "PUT" | "DELETE"
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  readonly name: string
}

const nothing = new Uint8Array()

const failed = (reason: BucketFailed["reason"], what: string): BucketFailed =>
  new BucketFailed({ message: `The image bucket: ${what}`, reason })

/** What a status means; null for success. */
const failureOf = (status: number, method: string, name: string): BucketFailed | null => {
  if (status >= 200 && status < 300) return null
  const what = `${method} ${name} is answered with status ${status}`
  if (status === 404 && method !== "PUT") return failed("missing", what)
  return failed(status >= 500 || status === 429 || status === 408 ? "unavailable" : "refused", what)
}

/** A request with its signature (version 4), which covers the body and every header. */
const signed = ({ method, headers, body, name }: Asked, bucket: BucketSettings, atMs: number) =>
  new AwsV4Signer({
    url: `${bucket.url}/${name}`,
    method,
    headers: { ...headers, "x-amz-content-sha256": createHash("sha256").update(body).digest("hex") },
    accessKeyId: bucket.keyId,
    secretAccessKey: bucket.secret,
    service: "s3",
    region: bucket.region,
    datetime: new Date(atMs).toISOString().replaceAll(/[:-]|\.\d{3}/g, ""),
    allHeaders: true,
  }).sign()

/** Opens the configured bucket. Nothing is sent before the first call. */
export const makeBucket = (settings: BucketSettings): Bucket => {
  const attempt = Effect.fnUntraced(function* (asked: Asked) {
    const { method, body, name } = asked
    const atMs = yield* Clock.currentTimeMillis
    const answer = yield* Effect.tryPromise({
      try: async () => {
        const signal = AbortSignal.timeout(BUCKET_LIMITS.attemptMs)
        const sent = method === "PUT" ? { body: new Uint8Array(body) } : {}
        const { url, headers } = await signed(asked, settings, atMs)
        const response = await fetch(url, { method, headers, signal, redirect: "error", ...sent })
        return { status: response.status, bytes: await readAtMost(response, BUCKET_LIMITS.answerMaxBytes) }
      },
      catch: (thrown) =>
        failed(
          "unavailable",
          `${method} ${name} fails: ${thrown instanceof Error ? thrown.message : thrown}`,
        ),
    })
    const failure = failureOf(answer.status, method, name)
    return failure === null ? answer.bytes : yield* failure
  })
  const log = makeOutageLog({ name: "The image bucket", alarm: "bucket" })
  const ask = (asked: Asked) =>
    Effect.retry(attempt(asked), {
      times: BUCKET_LIMITS.retries,
      schedule: Schedule.jittered(Schedule.exponential(BUCKET_LIMITS.pauseMs)),
      while: ({ reason }) => reason === "unavailable",
    }).pipe(
      Effect.tapError(({ reason, message }) =>
        reason === "unavailable" ? log.failed(message) : log.answered(),
      ),
      Effect.tap(log.answered),
    )
  return {
    put: (name, body) => {
      const headers = { "content-type": "application/octet-stream" }
      return Effect.asVoid(ask({ method: "PUT", headers, body, name }))
    },
    read: (name, from, size) =>
      ask({ method: "GET", headers: { range: `bytes=${from}-${from + size - 1}` }, body: nothing, name }),
    remove: (name) =>
      Effect.catchIf(
        Effect.asVoid(ask({ method: "DELETE", headers: {}, body: nothing, name })),
        ({ reason }) => reason === "missing",
        () => Effect.void,
      ),
  }
}
