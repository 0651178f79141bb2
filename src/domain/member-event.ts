/**
 * The member's events: every change of a contract, deposit, withdrawal, name check, destination,
 * balance and session, numbered per member without a gap. The socket pushes them as they are
 * committed; `memberEvents` answers the same, newest first.
 */

import { Schema } from "effect"
import { AlertKind } from "./alert.ts"
import { Amount, AtMs, Direction, Id, Price } from "./entities.ts"
import { amountOf, koboOf } from "./money.ts"
import type { NamedState } from "./position.ts"

export const MemberEventKind = Schema.Literals([
  "order",
  "close",
  "amend",
  "deposit",
  "withdrawal",
  "real-name",
  "bank-card",
  "crypto-address",
  "balance",
  "session",
  "password",
  "limit",
  "lock",
  "factor",
  "operator",
  "alert",
  "protection",
])
export type MemberEventKind = typeof MemberEventKind.Type

const text = Schema.String
const int = Schema.Int

/** The ends of a contract that have a name of their own. */
const Ending = Schema.Literals([
  "settled",
  "stopped_out",
  "closed_early",
  "take-profit",
  "stop-loss",
  "cancelled",
])
export type Ending = typeof Ending.Type

const isEnding = Schema.is(Ending)

/** The end that a contract's state names; null while it runs. */
export const endingOf = (state: NamedState): Ending | null => (isEnding(state) ? state : null)

/** The contract that an event concerns, as it was after the event. */
const Contract = Schema.Struct({
  symbol: text,
  name: text,
  direction: Direction,
  stake: Amount,
  /** Profit or loss; null before a contract ends, and for one that was cancelled. */
  net: Schema.NullOr(Amount),
  /** The exit price; null before a contract ends, and for one that was cancelled. */
  closingPrice: Schema.NullOr(Price),
  /** How it ended, by its own name; null before. */
  ending: Schema.NullOr(Ending),
}).pipe(Schema.encodeKeys({ closingPrice: "closing_price" }))

/** A price alert as an event knows it. */
const AlertFacts = Schema.Struct({
  symbol: text,
  kind: AlertKind,
  level: Schema.NullOr(Price),
  /** The price that fired it; null before. */
  price: Schema.NullOr(Price),
})

export const MemberEvent = Schema.Struct({
  /** 1 for the member's first event, then without a gap. */
  number: int,
  kind: MemberEventKind,
  /**
   * Id of the contract, deposit, withdrawal, check or destination; of a limit, a lock, a factor and a
   * protection the member's; of an operator's act what was seen or decided.
   */
  subject: Id,
  /** State before; null where the event created the record. */
  from: Schema.NullOr(text),
  to: text,
  /** Who caused it; `service` is the market, an operator, a payment provider or a new device. */
  by: Schema.Literals(["member", "service"]),
  /** The change of the available balance. */
  amount: Amount,
  /** What a paid withdrawal sent out; it left the available balance when it was asked for. */
  paid: Amount,
  contract: Schema.NullOr(Contract),
  /** The price alert that was added, has fired or has ended. Absent of other events. */
  alert: Schema.optionalKey(AlertFacts),
  atMs: AtMs,
}).pipe(Schema.encodeKeys({ atMs: "at_ms" }))
export type MemberEvent = typeof MemberEvent.Type

const isKnownKind = Schema.is(MemberEventKind)

/**
 * An event of a kind, or of an end of a contract, that this build does not know: the server is of a
 * newer release. It has its number, so that the events after it follow without a gap. What this build
 * knows is never read as one.
 */
const UnknownEvent = Schema.Union([
  Schema.Struct({
    number: int,
    kind: text.check(Schema.makeFilter((kind) => !isKnownKind(kind))),
    atMs: AtMs,
  }).pipe(Schema.encodeKeys({ atMs: "at_ms" })),
  Schema.Struct({
    number: int,
    kind: MemberEventKind,
    contract: Schema.Struct({ ending: text.check(Schema.makeFilter((ending) => !isEnding(ending))) }),
    atMs: AtMs,
  }).pipe(Schema.encodeKeys({ atMs: "at_ms" })),
])

export const ReceivedEvent = Schema.Union([MemberEvent, UnknownEvent])
export type ReceivedEvent = typeof ReceivedEvent.Type

export const isKnownEvent = (event: ReceivedEvent): event is MemberEvent => "subject" in event

/**
 * Whether events change open contracts by more than they say: a new contract, or one that has opened or
 * is being closed. The event of an end holds all that a list needs. No events: unknown changes.
 */
export const changesOpenContracts = (events: readonly ReceivedEvent[]): boolean =>
  events.length === 0 ||
  events.some((event) => !isKnownEvent(event) || (event.contract !== null && event.contract.ending === null))

/**
 * The states whose events are notices: what happened to a member's money, records or account without
 * their doing, as far as the service knows.
 */
export const NOTICES = {
  order: [
    ...["settled", "stopped_out", "closed_early", "cancelled"],
    ...["complaint-acknowledged", "complaint-answered"],
  ],
  deposit: ["credited", "refused"],
  withdrawal: ["paid", "rejected", "complaint-acknowledged", "complaint-answered"],
  "real-name": ["verified", "rejected"],
  balance: ["increased", "decreased"],
  session: ["started"],
  alert: ["fired", "ended"],
  factor: ["added", "removed", "resetting", "passkey-added", "passkey-removed", "codes-replaced"],
  close: ["refused"],
} as const satisfies Partial<Record<MemberEventKind, readonly string[]>>

export const NoticeKind = Schema.Literals([
  "order",
  "deposit",
  "withdrawal",
  "real-name",
  "balance",
  "session",
  "factor",
  "alert",
  "close",
])
export type NoticeKind = typeof NoticeKind.Type

const noticeStates: Partial<Record<MemberEventKind, readonly string[]>> = NOTICES

/** Whether the member is notified of an event. */
export const isNotice = ({ kind, to, by }: Pick<MemberEvent, "kind" | "to" | "by">): boolean =>
  by === "service" && noticeStates[kind]?.includes(to) === true

export const NoticeSummary = Schema.Struct({
  /** Unread notices; more than `UNREAD_MAX` are not counted. */
  unread: int,
  /** Events up to this number are read. */
  readNumber: int,
  /** Later notices that were read one by one. */
  readSingly: Schema.Array(int),
  /** Counts how often the member has marked notices as read, on any device. */
  readVersion: int,
}).pipe(
  Schema.encodeKeys({ readNumber: "read_number", readSingly: "read_singly", readVersion: "read_version" }),
)
export type NoticeSummary = typeof NoticeSummary.Type

/**
 * A message of the stream to one member. `number` is the member's last number in this message;
 * `events` holds those between the last message (or the number the client resumed from) and it. The
 * first message to a client that names no number has no events.
 */
export const MemberEvents = Schema.Struct({
  type: Schema.Literal("member"),
  /** Whose events these are. Servers of earlier releases do not say. */
  memberId: Schema.optionalKey(Id),
  number: int,
  events: Schema.Array(ReceivedEvent),
  /** The number of the last event that the member has read, where it changed on any device. */
  read: Schema.optionalKey(int),
  /** How often the member has marked notices as read, where that changed on any device. */
  marks: Schema.optionalKey(int),
}).pipe(Schema.encodeKeys({ memberId: "member_id" }))
export type MemberEvents = typeof MemberEvents.Type

// What a notice says in money.

/** The figure of a notice: a contract's profit or loss, or what came into the balance or left it. */
export interface NoticeFigure {
  readonly value: string
  readonly isResult: boolean
}

/** The profit or loss of a contract that ended with one; else null. */
const resultOf = ({ contract }: MemberEvent): string | null => contract?.net ?? null

/**
 * The figure of a notice; null where no money moved. Of a contract it is the profit or loss, never
 * the gross amount that was credited; of a refund the stake.
 */
export const noticeFigure = (event: MemberEvent): NoticeFigure | null => {
  const result = resultOf(event)
  if (result !== null) return { value: result, isResult: true }
  if (koboOf(event.paid) !== 0n) return { value: `-${event.paid}`, isResult: false }
  if (koboOf(event.amount) === 0n) return null
  return { value: event.amount, isResult: false }
}

/**
 * The profit or loss of contracts together; null if one of the notices is not of a contract that
 * ended with a result.
 */
export const commonResult = (events: readonly MemberEvent[]): string | null => {
  const results = events.map(resultOf)
  if (results.some((result) => result === null)) return null
  return amountOf(results.reduce((sum, result) => sum + koboOf(result ?? "0.00"), 0n))
}

/** The name of what happened, as the last parts of a text's id: "order.take-profit". */
export const noticeName = ({ kind, to, contract }: MemberEvent): string =>
  `${kind}.${kind === "order" ? (contract?.ending ?? to) : to}`
