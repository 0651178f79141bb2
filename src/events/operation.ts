/**
 * Events of one operation that moves money. Each names its key, and the first carries the intent. An
 * operation is journaled in a stream of its own, which is deleted once its outcome is known.
 */
import { Schema } from "effect"
import { Id, Key, Price } from "../domain/entities.ts"
import { Failure } from "../domain/failure.ts"
import {
  OPERATIONS,
  type Operation,
  type Outcome as OutcomeFields,
  type ResolvedOutcome,
} from "../domain/operation.ts"
import {
  depositIntentFields,
  levelChangeFields,
  orderIntentFields,
  withdrawalIntentFields,
} from "./agreed-terms.ts"
import { at, event, JournalResumed, type StreamDeclaration, standard } from "./declaration.ts"

/** The price shown at the confirmation of an early close, and the tolerance. */
export const CloseLimit = Schema.Struct({ quotedPrice: Price, slippageBps: Schema.Int })

/** What is sent: ids and the figures that were agreed. */
export const OperationIntent = Schema.Union([
  Schema.Struct({ operation: Schema.Literal("order"), ...orderIntentFields }),
  Schema.Struct({
    operation: Schema.Literal("order-close"),
    orderId: Id,
    limit: Schema.optionalKey(CloseLimit),
  }),
  Schema.Struct({ operation: Schema.Literal("order-amend"), orderId: Id, ...levelChangeFields }),
  Schema.Struct({ operation: Schema.Literal("deposit"), ...depositIntentFields }),
  Schema.Struct({ operation: Schema.Literal("withdrawal"), ...withdrawalIntentFields }),
])
export type OperationIntent = typeof OperationIntent.Type

/** What became of an operation, as its ticket notes it. */
export const Outcome: Schema.Codec<OutcomeFields> = Schema.Union([
  Schema.Struct({ type: Schema.Literal("accepted"), id: Id }),
  Schema.Struct({ type: Schema.Literal("refused"), failure: Failure }),
  Schema.Struct({ type: Schema.Literal("notPlaced") }),
  Schema.Struct({ type: Schema.Literal("notRecorded"), failure: Failure }),
])

/** Emitted by a ticket when it is confirmed: the outbox begins the operation. */
export interface OperationConfirmed {
  readonly type: "operation.confirmed"
  readonly key: string
  /** The visit that confirmed it. */
  readonly visit: string | null
  readonly intent: OperationIntent
}

/** The visit whose page shows the outcome itself. */
const visit = Schema.NullOr(Schema.String)

export const OperationEvent = Schema.Union([
  event("operation.begin", { key: Key, intent: OperationIntent, visit, at }),
  /** Asks for the outcome of a key whose operation cannot be read, or is of an earlier release. */
  event("operation.reconcile", { key: Key, operation: Schema.Literals(OPERATIONS), visit, at }),
  /** The intent is durable: it may be sent from now on. */
  event("operation.recorded", { key: Key, at }),
  event("operation.unrecorded", { key: Key, failure: Failure, at }),
  event("operation.accepted", { key: Key, id: Id, at }),
  event("operation.refused", { key: Key, failure: Failure, at }),
  /** The server never saw the key and will refuse it from now on. */
  event("operation.voided", { key: Key, at }),
  event("operation.unanswered", { key: Key, failure: Failure, at }),
  event("operation.tokenRejected", { key: Key, at }),
  event("operation.pauseEnded", { key: Key, at }),
  JournalResumed,
])
export type OperationEvent = typeof OperationEvent.Type

export const operationStream: StreamDeclaration = {
  scope: "member",
  version: 1,
  event: () => Promise.resolve(standard(OperationEvent)),
}

/** Emitted when an operation in doubt is resolved: the member may be on another page. */
export interface OperationResolved {
  readonly type: "operation.found"
  readonly operation: Operation
  readonly outcome: ResolvedOutcome
  /** The visit whose page shows the outcome itself, if it is still in view. */
  readonly visit: string | null
}
