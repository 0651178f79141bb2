/**
 * Events of the tickets: commands of the member, and the outcome of the operation that a ticket has
 * put into the outbox.
 */
import { Schema } from "effect"
import { Amount, Direction, Id, Key } from "../domain/entities.ts"
import { DRAFT_FIELDS } from "../domain/ticket.ts"
import {
  DepositTerms,
  DestinationTerms,
  levelChangeFields,
  ProductTerms,
  quoteFields,
} from "./agreed-terms.ts"
import {
  at,
  type ContextSchema,
  type EventSchema,
  event,
  JournalResumed,
  type StreamDeclaration,
  standard,
} from "./declaration.ts"
import { closeUpcasters, depositUpcasters, orderUpcasters, withdrawalUpcasters } from "./money-upcast.ts"
import { CloseLimit, Outcome } from "./operation.ts"

const text = Schema.String
/** The separators of the locale in which amounts are typed. */
const separators = Schema.Struct({ decimal: text, group: text })
/** The displayed price; null while the feed is stale or silent. */
const quote = Schema.NullOr(Schema.Struct(quoteFields))

/**
 * True: an operation in doubt is left to the outbox, as by `….defer`. Absent in events of releases
 * that had none.
 */
const startsAnother = Schema.optionalKey(Schema.Boolean)

/** A member stream: shared by the tabs of one member, written by the leader. */
const member = (schema: EventSchema) =>
  ({
    scope: "member",
    version: 1,
    sendingState: "confirmed",
    event: () => Promise.resolve(standard(schema)),
  }) as const satisfies StreamDeclaration

/** The fields of a stored context that a restored snapshot must have. */
const context = (schema: ContextSchema) => () => Promise.resolve(standard(schema))

/** What a ticket learns of its operation, once. */
const resolved = <const Stream extends string>(stream: Stream) =>
  [event(`${stream}.resolved`, { key: Key, outcome: Outcome, at }), JournalResumed] as const

export const OrderEvent = Schema.Union([
  /**
   * Sent when the page is shown. `visit` is the id of its stack entry, so that showing it again
   * keeps the draft.
   */
  event("order.open", {
    visit: text,
    terms: ProductTerms,
    available: Amount,
    separators,
    /** null keeps the current choice. */
    direction: Schema.NullOr(Direction),
    startsAnother,
    at,
  }),
  event("order.informed", { terms: ProductTerms, available: Amount, separators, at }),
  event("order.change", { field: Schema.Literals(DRAFT_FIELDS), value: text, at }),
  event("order.leave", { field: Schema.Literals(DRAFT_FIELDS), at }),
  event("order.review", { quote, at }),
  event("order.requote", { quote, at }),
  event("order.back", { at }),
  /** `isLive` is false while prices are stale: buying is blocked. */
  event("order.confirm", { key: Key, isLive: Schema.Boolean, at }),
  event("order.again", { at }),
  ...resolved("order"),
])
export type OrderEvent = typeof OrderEvent.Type
export const orderStream: StreamDeclaration = {
  ...member(OrderEvent),
  version: 5,
  context: context(Schema.Struct({ terms: Schema.NullOr(ProductTerms) })),
  upcasters: orderUpcasters,
}

export const CloseEvent = Schema.Union([
  event("close.open", {
    visit: text,
    orderId: Id,
    /** The new levels; absent for a close. */
    change: Schema.optionalKey(Schema.Struct(levelChangeFields)),
    startsAnother,
    at,
  }),
  /** `limit`: the price shown, and by how much a worse one may close the contract. */
  event("close.confirm", { key: Key, limit: Schema.optionalKey(CloseLimit), at }),
  event("close.back", { at }),
  ...resolved("close"),
])
export type CloseEvent = typeof CloseEvent.Type
export const closeStream: StreamDeclaration = {
  ...member(CloseEvent),
  version: 3,
  upcasters: closeUpcasters,
}

export const DepositEvent = Schema.Union([
  event("deposit.open", { visit: text, separators, startsAnother, at }),
  event("deposit.choose", { terms: DepositTerms, at }),
  /** The member takes the new rate of the chosen network. */
  event("deposit.requote", { terms: DepositTerms, at }),
  event("deposit.change", { value: text, at }),
  event("deposit.leave", { at }),
  /** The proof was uploaded; only the id of the stored image is part of the event. */
  event("deposit.proofStored", { imageId: Id, at }),
  event("deposit.proofRemoved", { at }),
  event("deposit.next", { at }),
  event("deposit.back", { at }),
  event("deposit.submit", { key: Key, at }),
  event("deposit.again", { at }),
  ...resolved("deposit"),
])
export type DepositEvent = typeof DepositEvent.Type
export const depositStream: StreamDeclaration = {
  ...member(DepositEvent),
  version: 4,
  context: context(
    Schema.Struct({
      draft: Schema.Struct({
        terms: Schema.NullOr(DepositTerms),
        amount: text,
        proofId: Schema.NullOr(Id),
      }),
    }),
  ),
  upcasters: depositUpcasters,
}

export const WithdrawalEvent = Schema.Union([
  event("withdrawal.open", { visit: text, available: Amount, separators, startsAnother, at }),
  event("withdrawal.informed", { available: Amount, separators, at }),
  event("withdrawal.choose", { destination: Schema.NullOr(DestinationTerms), at }),
  event("withdrawal.change", { value: text, at }),
  event("withdrawal.leave", { at }),
  event("withdrawal.review", { at }),
  event("withdrawal.back", { at }),
  event("withdrawal.submit", { key: Key, confirmation: Schema.optionalKey(Id), at }),
  event("withdrawal.again", { at }),
  ...resolved("withdrawal"),
])
export type WithdrawalEvent = typeof WithdrawalEvent.Type
export const withdrawalStream: StreamDeclaration = {
  ...member(WithdrawalEvent),
  version: 4,
  context: context(
    Schema.Struct({
      draft: Schema.Struct({ destination: Schema.NullOr(DestinationTerms), amount: text }),
    }),
  ),
  upcasters: withdrawalUpcasters,
}
