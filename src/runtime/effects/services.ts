/** What effect programs may ask for. Implementations are given once, in `src/runtime/provide-services.ts`. */
import { Context, type Effect } from "effect"
import type { AnswerOf, EndpointId, RequestOf } from "../../contract/endpoints.ts"
import type { ApiError } from "../../contract/errors.ts"
import type { NotJournaled } from "./failure.ts"
import type { ReadCached } from "./offline-cache.ts"

export interface CallOptions {
  /** A call with the same key aborts the earlier one. Without a key no other call is touched. */
  readonly key?: string
  /** True to show the loading indicator once the call has taken 800 ms; it is always shown on a retry. */
  readonly loading?: boolean
  /** True where nobody waits for the answer: what is asked for is on the screen already, or the screen says that it is being asked, or that there is no network. Then no indicator, ever. */
  readonly quiet?: boolean
}

/** Calls to the server. Each runs on its own `request` actor: 10 s time-out, two retries of a GET, abort by key. */
export class Api extends Context.Service<
  Api,
  {
    /** Interrupting the effect aborts the call. `NoAnswer` means that it is not known whether the server acted. */
    readonly call: <E extends EndpointId>(
      endpoint: E,
      request: RequestOf<E>,
      options?: CallOptions,
    ) => Effect.Effect<AnswerOf<E>, ApiError>
  }
>()("financial-links/Api") {}

export class Journal extends Context.Service<
  Journal,
  {
    /** Resolves when every event received so far is on disk with strict durability. */
    readonly flush: Effect.Effect<void, NotJournaled>
  }
>()("financial-links/Journal") {}

/** Passwords and the like on their way from a field to one call. They are taken once and are never part of an event. */
export class Secrets extends Context.Service<
  Secrets,
  {
    /** Gives the secret behind a handle and forgets it; undefined when it was taken before or the page was reloaded since. */
    readonly take: (handle: string) => Effect.Effect<string | undefined>
  }
>()("financial-links/Secrets") {}

/** Values kept on the device under the `app_` prefix. Works, for as long as the page lives, when the browser's storage throws. */
export class Storage extends Context.Service<
  Storage,
  {
    /** The value, or undefined when there is none ("data not found") or it has expired; an expired one is removed. */
    readonly read: (name: string) => Effect.Effect<unknown>
    readonly write: (name: string, value: unknown, expirySeconds?: number) => Effect.Effect<void>
    readonly remove: (name: string) => Effect.Effect<void>
  }
>()("financial-links/Storage") {}

/** Answers of an earlier visit, for when there is no network. */
export class OfflineCache extends Context.Service<
  OfflineCache,
  {
    readonly recall: ReadCached
    /** Keeps an answer that came at `atMs` for a later visit of the same member. */
    readonly keep: <E extends EndpointId>(
      endpoint: E,
      request: RequestOf<E>,
      answer: AnswerOf<E>,
      atMs: number,
    ) => Effect.Effect<void>
  }
>()("financial-links/LastKnown") {}

export type Services = Api | Journal | OfflineCache | Secrets | Storage
