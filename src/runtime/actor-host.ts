/** What is given to whoever seats machines. */
import type { Context } from "effect"
import type { AnyStateMachine, InputFrom } from "xstate"
import type { StreamDeclaration } from "../events/stream-declaration.ts"
import type { ActorHandle } from "./actor-handle.ts"
import type { Caller } from "./effects/api-client.ts"
import type { Services } from "./effects/services.ts"

/**
 * Seats a machine whose implementations are all provided. With a `stream` everything it receives is journaled, and it starts from the fold of what was
 * received before; without one it starts from its beginning.
 */
export type RegisterActor = <M extends AnyStateMachine>(
  id: string,
  machine: M,
  input: InputFrom<M>,
  stream?: StreamDeclaration,
) => ActorHandle<M>

export interface ActorHost {
  readonly services: Context.Context<Services>
  /** Who calls from where, for what is not an ordinary call: the quote stream, uploads. */
  readonly caller: Caller
  readonly registerActor: RegisterActor
}
