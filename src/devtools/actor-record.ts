import type { ActorRecord as LoggedRecord } from "../../packages/console/src/actor-history.ts"
import type { ShownAnswer } from "./recorded-answer.ts"

/** What a recording holds of an actor: a beginning, everything since, and the answers. */
export interface ActorRecord extends LoggedRecord {
  /** By the position of the event that they came with. */
  readonly answers: ReadonlyMap<number, ShownAnswer>
}
