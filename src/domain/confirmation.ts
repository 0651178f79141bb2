/** What a member confirms once more before it takes effect, and the proofs of it. */
import { Schema } from "effect"
import { WithdrawalMethod } from "./cash.ts"
import { Amount, AtMs, Id } from "./entities.ts"
import { PasskeyId } from "./passkey.ts"
import { LimitName, LimitValue } from "./protection.ts"

const text = Schema.String
const optional = Schema.optionalKey

/** How long a challenge can be proved and used. */
export const CONFIRMATION_MS = 300_000

/**
 * Exactly what is confirmed: the fields of the command. A destination's id names it whole, for none is
 * ever edited.
 */
export const Confirmable = Schema.Union([
  Schema.Struct({
    purpose: Schema.Literal("withdrawal"),
    amount: Amount,
    fee: Amount,
    method: WithdrawalMethod,
    destinationId: Id,
    rateId: optional(Id),
  }).pipe(Schema.encodeKeys({ destinationId: "destination_id", rateId: "rate_id" })),
  Schema.Struct({
    purpose: Schema.Literal("bank-card"),
    bankName: optional(text),
    bankCode: optional(text),
    cardNumber: text,
    username: text,
  }).pipe(Schema.encodeKeys({ bankName: "bank_name", bankCode: "bank_code", cardNumber: "card_number" })),
  Schema.Struct({
    purpose: Schema.Literal("crypto-address"),
    network: text,
    address: text,
    exchange: optional(Schema.Boolean),
    tag: optional(text),
  }),
  Schema.Struct({ purpose: Schema.Literal("password") }),
  /** A new authenticator app or passkey, or ten new recovery codes. */
  Schema.Struct({ purpose: Schema.Literal("factor"), change: Schema.Literals(["app", "passkey", "codes"]) }),
  /** The removal of a passkey, or of the app. */
  Schema.Struct({ purpose: Schema.Literal("factor-off"), passkeyId: optional(PasskeyId) }).pipe(
    Schema.encodeKeys({ passkeyId: "passkey_id" }),
  ),
  /** A looser value of a limit of the member's own; null for no limit. */
  Schema.Struct({ purpose: Schema.Literal("limit"), name: LimitName, value: Schema.NullOr(LimitValue) }),
])
export type Confirmable = typeof Confirmable.Type

/** A code is one of the authenticator app, or a recovery code. */
export const Proof = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("password"), password: text }),
  Schema.Struct({ kind: Schema.Literal("code"), factorCode: text }).pipe(
    Schema.encodeKeys({ factorCode: "factor_code" }),
  ),
  /** The passkey has signed the challenge itself. */
  Schema.Struct({ kind: Schema.Literal("passkey"), assertion: text }),
])
export type Proof = typeof Proof.Type
export type ProofKind = Proof["kind"]
export const PROOF_KINDS = ["password", "code", "passkey"] as const satisfies readonly ProofKind[]

/** A challenge: 32 random bytes, which are its id too. */
export const Confirmation = Schema.Struct({
  id: Id,
  expiresAtMs: AtMs,
  /** The kinds of proof of which it takes one. None: it takes no proof. */
  proofs: Schema.Array(Schema.Literals(PROOF_KINDS)),
}).pipe(Schema.encodeKeys({ expiresAtMs: "expires_at_ms" }))
export type Confirmation = typeof Confirmation.Type
