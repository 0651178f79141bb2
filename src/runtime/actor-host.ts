/** What code that registers actors gets. */
import type { Context } from "effect"
import type { AnyStateMachine, InputFrom } from "xstate"
import type { StreamDeclaration } from "../events/stream-declaration.ts"
import type { ActorHandle } from "./actor-handle.ts"
import type { Caller } from "./effects/api-client.ts"
import type { QuoteStore } from "./effects/quote-store.ts"
import type { Services } from "./effects/services.ts"
import type { ResolvedOperations } from "./resolved-operations.ts"

/**
 * Registers a machine with all implementations provided. With a `stream` its external events are
 * journaled and it starts from their fold.
 */
export type RegisterActor = <M extends AnyStateMachine>(
  id: string,
  machine: M,
  input: InputFrom<M>,
  stream?: StreamDeclaration,
) => ActorHandle<M>

export interface ActorHost {
  readonly services: Context.Context<Services>
  /** For requests that are no API calls: the quote stream and uploads. */
  readonly caller: Caller
  readonly quotes: QuoteStore
  readonly resolvedOperations: ResolvedOperations
  readonly registerActor: RegisterActor
}
