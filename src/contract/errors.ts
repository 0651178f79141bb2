/**
 * The catalogue of API errors. A reason is also the tail of its translation key, `error.<reason>`.
 */
import { Schema } from "effect"

/** Reason → HTTP status. Business refusals are answers (200), not transport faults. */
export const REASONS = {
  // the call itself
  "request.malformed": 400,
  "request.not-found": 404,
  "request.method": 405,
  "request.too-large": 413,
  "request.media-type": 415,
  "request.too-many": 429,
  /** The rest of its body came too slowly. */
  "request.too-slow": 408,
  "system.internal": 500,
  "system.unavailable": 503,
  /** A read took too long, or more calls of the member wait than may. */
  "system.busy": 503,
  /** A check of the books stopped the write. Nothing was done, and the operator was alarmed. */
  "system.write-stopped": 500,
  /** What is stored under the key is of a newer release; a process of that release answers. */
  "system.newer-release": 503,
  /** An operator closed the site: no new orders, deposits and registrations. */
  "site.closed": 200,
  // who is calling
  "session.required": 401,
  "session.invalid": 401,
  "login.wrong-credentials": 200,
  /** The account has a second factor: the same call with a code of it logs in. */
  "login.code-required": 200,
  "factor.code-wrong": 200,
  /** Each code of the app is accepted once. */
  "factor.code-used": 200,
  /** A code of the app for a time that is minutes away. */
  "factor.clock-off": 200,
  "factor.already": 200,
  "factor.none": 200,
  /** A wrong or unknown passkey, or one of another site. */
  "passkey.refused": 200,
  /** The challenge is over or used: another one works. */
  "passkey.expired": 200,
  /** Members reach the site by an IP address or without TLS, where browsers know no passkeys. */
  "passkey.address": 200,
  "passkey.already": 200,
  "passkey.limit": 200,
  "passkey.unknown": 200,
  /** The demo's login is shared and takes no second factor. */
  "factor.demo": 200,
  /** The command takes effect only with a challenge that was proved. */
  "confirmation.required": 200,
  /** The challenge is over, or was never one of this session. */
  "confirmation.expired": 200,
  "confirmation.used": 200,
  /** It was proved for another command. */
  "confirmation.other": 200,
  /** An operator has frozen the account: no log-ins, orders, deposits and withdrawals. */
  "member.frozen": 200,
  /** The member has locked the account: the same are refused. */
  "member.locked": 200,
  /** The member has asked to unlock the account, and the wait is not over. */
  "member.unlocking": 200,
  /** The member takes a pause, or has excluded themselves: no orders and deposits. */
  "member.paused": 200,
  "member.excluded": 200,
  /** There is nothing to unlock. */
  "member.not-locked": 200,
  /** The session has ended, or was never one of the member's. */
  "member.session-unknown": 200,
  /** The limits have changed since the member read them. */
  "protection.changed": 200,
  /** A looser limit cannot be confirmed yet. */
  "protection.waiting": 200,
  "protection.not-waiting": 200,
  "protection.pause-range": 200,
  "protection.exclusion-range": 200,
  "protection.session-range": 200,
  /** The demo's login is shared: nothing that would lock others out can be changed. */
  "demo.shared": 200,
  "register.username-taken": 200,
  "register.username-reserved": 200,
  /** It looks like another member's (Unicode TS 39). */
  "register.username-confusable": 200,
  "register.invitation-unknown": 200,
  "register.terms-changed": 200,
  "password.code-wrong": 200,
  "password.wrong": 200,
  "password.too-common": 200,
  "password.same-as-old": 200,
  // a field that does not hold (details in `field`)
  "field.invalid": 200,
  // contracts
  "order.insufficient-balance": 200,
  /** What a cancelled withdrawal has returned cannot be staked yet. */
  "order.returned-hold": 200,
  /** A limit of the member's own, which a later day frees, or which none does. */
  "order.own-limit": 200,
  "order.over-own-limit": 200,
  /** As many contracts as the member allows are open. */
  "order.own-open-limit": 200,
  /** Leverage above 1 needs the knowledge check. */
  "order.knowledge": 200,
  /** The check is passed, and the time after it is not over. */
  "order.knowledge-wait": 200,
  "order.below-minimum": 200,
  "order.above-maximum": 200,
  "order.sold-out": 200,
  "order.market-closed": 200,
  "order.stale-price": 200,
  "order.slippage": 200,
  "order.terms": 200,
  /** Commission or stop-out are not those that the member confirmed. */
  "order.terms-changed": 200,
  "order.take-profit-side": 200,
  "order.stop-loss-side": 200,
  /** Beyond the stop-out price, where the contract ends first. */
  "order.stop-loss-useless": 200,
  "order.product-unknown": 200,
  "order.unknown": 200,
  "order.not-open": 200,
  // price alerts
  /** The price is already at or beyond the level on this side. */
  "alert.beyond": 200,
  /** The contract is already as near to its stop-out. */
  "alert.near": 200,
  "alert.duplicate": 200,
  /** The market of the product never closes. */
  "alert.always-open": 200,
  "alert.limit": 200,
  "alert.product-unknown": 200,
  "alert.unknown": 200,
  /** The price has reached the level already: a close is meant. */
  "level.at-once": 200,
  "level.distance": 200,
  "level.same": 200,
  /** Another device changed the levels since they were shown. */
  "level.changed-elsewhere": 200,
  "level.change-limit": 200,
  // money in and out
  "rate.expired": 200,
  "rate.missing": 200,
  "rate.unknown": 200,
  "deposit.network-unknown": 200,
  /** The network has another address than the member was shown. */
  "deposit.address-changed": 200,
  "deposit.below-minimum": 200,
  "deposit.above-maximum": 200,
  /** As many deposits as one member may have wait for their review. */
  "deposit.limit": 200,
  "deposit.own-limit": 200,
  "deposit.over-own-limit": 200,
  "deposit.proof-unknown": 200,
  "deposit.unknown": 200,
  "payment.way-unknown": 200,
  // a provider's webhook
  "payment.forged": 401,
  "payment.expired": 401,
  "payment.unknown": 404,
  "payment.mismatch": 409,
  "withdrawal.insufficient-balance": 200,
  "withdrawal.below-minimum": 200,
  "withdrawal.above-maximum": 200,
  /** The network's cost is not the one that the member confirmed. */
  "withdrawal.fee-changed": 200,
  "withdrawal.destination-unknown": 200,
  "withdrawal.destination-cooling-off": 200,
  "withdrawal.unknown": 200,
  /** A person is reviewing it: it cannot be cancelled any more. */
  "withdrawal.taken": 200,
  "withdrawal.decided": 200,
  /** The member limits their losses: money on its way out does not come back. */
  "withdrawal.loss-limit": 200,
  /** The account is frozen or locked: it waits, and is not cancelled. */
  "withdrawal.held": 200,
  /** It was decided within the promised time, or that is not over. */
  "withdrawal.not-late": 200,
  "bank.duplicate": 200,
  "bank.limit": 200,
  "bank.unknown": 200,
  "usdt.duplicate": 200,
  "usdt.limit": 200,
  "usdt.unknown": 200,
  /** Two attempts have failed, and the time after them is not over. */
  "knowledge.wait": 200,
  "realname.already": 200,
  /** The last check was refused for good. */
  "realname.final": 200,
  "realname.image-unknown": 200,
  /** No day; the last before the first; after today; more days than a statement has. */
  "statement.day": 200,
  "statement.order": 200,
  "statement.future": 200,
  "statement.too-long": 200,
  "statement.too-many": 200,
  "article.unknown": 200,
  // uploads
  "upload.file-missing": 400,
  "upload.second-file": 400,
  "upload.too-large": 413,
  "upload.type": 415,
  "upload.unreadable": 422,
  "upload.unknown": 404,
  // idempotency
  "operation.key-conflict": 200,
  /** No operation with this key has arrived. It may still be on its way. */
  "operation.unknown": 200,
  /** The key was voided: the client asked for its outcome before the operation arrived. */
  "operation.voided": 200,
  /** The browser's push service is not reachable from here, or its keys are not valid. */
  "push.subscription-refused": 200,
  "wechat.not-configured": 200,
  "wechat.unavailable": 502,
  "wechat.code-refused": 200,
  "wechat.not-linked": 200,
  "wechat.linked-elsewhere": 200,
  /** The account has a second factor, whose code comes with name and password. */
  "wechat.code-required": 200,
} as const

export type Reason = keyof typeof REASONS
export const reasons = Object.keys(REASONS) as Reason[]

export const Reason: Schema.Schema<Reason> = Schema.Literals(reasons)

const Params = Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Finite]))

/** The `data` of a failed answer: the reason, the field it concerns, and the message parameters. */
export const FailureData = Schema.Struct({
  reason: Schema.String,
  field: Schema.optionalKey(Schema.String),
  params: Schema.optionalKey(Params),
})
export type FailureData = typeof FailureData.Type

/** The server refused; the message is shown next to `field` if there is one. */
export class Refused extends Schema.TaggedError<Refused>()("Refused", {
  reason: Schema.String,
  field: Schema.optionalKey(Schema.String),
  params: Schema.optionalKey(Params),
  /** The server's message in the member's language. */
  message: Schema.String,
}) {}

/** The token is invalid: the session ends. */
export class TokenInvalid extends Schema.TaggedError<TokenInvalid>()("TokenInvalid", {
  message: Schema.String,
}) {}

/**
 * No usable answer: aborted, timed out, no network, or malformed. It is NOT known whether the
 * server acted.
 */
export class NoAnswer extends Schema.TaggedError<NoAnswer>()("NoAnswer", {
  kind: Schema.Literals(["abort", "timeout", "network", "malformed", "server"]),
  status: Schema.NullOr(Schema.Int),
}) {}

export type ApiError = Refused | TokenInvalid | NoAnswer
