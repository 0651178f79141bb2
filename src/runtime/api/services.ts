/** The services that effect programs use, and how the API layer provides them. */
import { Clock, Context, Effect, Schema } from "effect"
import type { AnswerOf, EndpointId, RequestOf } from "../../contract/endpoints.ts"
import type { ApiError } from "../../contract/errors.ts"
import type { Order } from "../../domain/entities.ts"
import type { Confirmed } from "../../domain/evidence.ts"
import type { Failure } from "../../domain/failure.ts"
import type { SecretStore } from "../actors/secrets.ts"
import type { DeviceStorage } from "./device-storage.ts"
import type { MarketTrust } from "./market-trust.ts"

export interface CallOptions {
  /** A call aborts the earlier one with the same key. Without a key it aborts none. */
  readonly key?: string
  /** True: the loading indicator appears after 800 ms. On a retry it always does. */
  readonly loading?: boolean
  /** True: never a loading indicator, because the screen shows data or its own loading state. */
  readonly quiet?: boolean
}

/**
 * API calls. Each runs on its own `request` actor: 10 s timeout, two retries of a GET, abort by
 * key.
 */
export class Api extends Context.Service<
  Api,
  {
    /** Interrupting the effect aborts the call. `NoAnswer`: unknown whether the server acted. */
    readonly call: <E extends EndpointId>(
      endpoint: E,
      request: RequestOf<E>,
      options?: CallOptions,
    ) => Effect.Effect<AnswerOf<E>, ApiError>
  }
>()("financial-links/Api") {}

/** The journal could not store the intent: nothing that moves money may be sent. */
export class NotJournaled extends Schema.TaggedError<NotJournaled>()("NotJournaled", {
  message: Schema.String,
  /** Why the storage is refused; `unavailable` if not for its sake. */
  problem: Schema.Literals(["blocked", "closed", "full", "denied", "unavailable"]),
}) {}

/** Turns a typed error into plain JSON for a machine's context. */
export const failureOf = (error: ApiError | NotJournaled): Failure => {
  switch (error._tag) {
    case "Refused": {
      const { reason, field, params, message } = error
      return { reason, message, ...(field !== undefined && { field }), ...(params && { params }) }
    }
    case "TokenInvalid":
      return { reason: "session.invalid", message: error.message }
    case "NoAnswer":
      return { reason: `no-answer.${error.kind}` }
    case "NotJournaled":
      return { reason: `journal.${error.problem}` }
  }
}

/** The event for the end of a call, at its time. It makes one attempt: nothing is retried here. */
export const eventOf = <Answer, Event, Needs>(
  call: Effect.Effect<Answer, ApiError | NotJournaled, Needs>,
  answered: (answer: Answer, at: number) => Event,
  failed: (failure: Failure, at: number) => Event,
): Effect.Effect<Event, never, Needs> =>
  Effect.gen(function* () {
    const result = yield* Effect.result(call)
    const at = yield* Clock.currentTimeMillis
    return result._tag === "Success" ? answered(result.success, at) : failed(failureOf(result.failure), at)
  })

export class Journal extends Context.Service<
  Journal,
  {
    /** Resolves when all events received so far are on disk with strict durability. */
    readonly flush: Effect.Effect<void, NotJournaled>
  }
>()("financial-links/Journal") {}

/** Passwords between a field and one call, taken once and never part of an event. */
export class Secrets extends Context.Service<
  Secrets,
  {
    /**
     * Returns and forgets the secret; undefined if it was taken before, or if the page was
     * reloaded.
     */
    readonly take: (handle: string) => Effect.Effect<string | undefined>
  }
>()("financial-links/Secrets") {}

/**
 * Values on the device under the `app_` prefix. They live as long as the page if the browser's
 * storage throws.
 */
export class Storage extends Context.Service<
  Storage,
  {
    /**
     * Undefined if there is none ("data not found") or it has expired; an expired value is removed.
     */
    readonly read: (name: string) => Effect.Effect<unknown>
    readonly write: (name: string, value: unknown, expirySeconds?: number) => Effect.Effect<void>
    readonly remove: (name: string) => Effect.Effect<void>
  }
>()("financial-links/Storage") {}

/** An answer from the offline cache and the time it arrived. */
export interface CachedAnswer<Answer> {
  readonly data: Answer
  readonly atMs: number
}

/** Reads the cached answer to a request; undefined if there is none that may be used. */
export type ReadCached = <E extends EndpointId>(
  endpoint: E,
  request: RequestOf<E>,
) => Effect.Effect<CachedAnswer<AnswerOf<E>> | undefined>

/** Answers of earlier visits, for use without a network. */
export class OfflineCache extends Context.Service<
  OfflineCache,
  {
    readonly recall: ReadCached
    /** Stores an answer that arrived at `atMs` for a later visit of the same member. */
    readonly keep: <E extends EndpointId>(
      endpoint: E,
      request: RequestOf<E>,
      answer: AnswerOf<E>,
      atMs: number,
    ) => Effect.Effect<void>
  }
>()("financial-links/OfflineCache") {}

/**
 * The checkpoints of the market's log that came with accepted orders and early closes. The device keeps them to check
 * settlements against.
 */
export class Receipts extends Context.Service<
  Receipts,
  {
    /** Remembers what was signed of an accepted order and what was confirmed. Never fails. */
    readonly keep: (order: Order, confirmed: Confirmed) => Effect.Effect<void>
  }
>()("financial-links/Receipts") {}

export type Services = Api | Journal | OfflineCache | Receipts | Secrets | Storage

export interface ServiceOptions {
  readonly call: Api["Service"]["call"]
  readonly storage: DeviceStorage
  readonly secrets: SecretStore
  readonly offlineCache: OfflineCache["Service"]
  readonly marketTrust: Pick<MarketTrust, "learnReceipt">
  readonly flush: Journal["Service"]["flush"]
}

/** Each service is a value of its host: none is acquired, and none needs another. */
export const provideServices = (options: ServiceOptions): Context.Context<Services> => {
  const { call, storage, secrets, offlineCache, marketTrust, flush } = options
  return Context.make(Api, { call }).pipe(
    Context.add(Journal, { flush }),
    Context.add(OfflineCache, offlineCache),
    Context.add(Receipts, {
      keep: (order, confirmed) => Effect.sync(() => marketTrust.learnReceipt(order, confirmed)),
    }),
    Context.add(Secrets, { take: (handle) => Effect.sync(() => secrets.take(handle)) }),
    Context.add(Storage, {
      read: (name) => Effect.sync(() => storage.read(name)),
      write: (name, value, expirySeconds) => Effect.sync(() => storage.write(name, value, expirySeconds)),
      remove: (name) => Effect.sync(() => storage.remove(name)),
    }),
  )
}
