import { createHash } from "node:crypto"
import { Clock, Effect, Schema } from "effect"
import { FailureData } from "../../src/contract/errors.ts"
import type { Operation } from "../../src/domain/operation.ts"
import { Db, DbConstraint, type DbError } from "../db/db.ts"
import type { Handler } from "./handler.ts"
import { isDecision, Refusal, refusal } from "./refusal.ts"
import { refusalText } from "./texts.ts"

/**
 * What became of a key, as it is kept. `void`: the app was told that nothing had arrived, and that stays true.
 * Money keys never expire.
 */
const Outcome = Schema.Union([
  Schema.Struct({ state: Schema.Literal("done"), id: Schema.String, answer: Schema.Unknown }),
  Schema.Struct({ state: Schema.Literal("refused"), refusal: FailureData }),
  Schema.Struct({ state: Schema.Literal("void") }),
])
export type Outcome = typeof Outcome.Type

/** A command that may take effect once. `body` is everything the member decided, without the key itself. */
export interface Command {
  readonly memberId: string
  readonly operation: Operation
  readonly key: string
  readonly body: Readonly<Record<string, unknown>>
}

const companions = new Set(["key", "user_id", "lang"])

/** The hash that tells two bodies apart: order of fields does not matter, nor do fields that are not the member's decision. */
export const bodyHash = (body: Readonly<Record<string, unknown>>): string => {
  const decided = Object.entries(body).filter(([name, value]) => !companions.has(name) && value !== undefined)
  return createHash("sha256")
    .update(canonical(Object.fromEntries(decided)))
    .digest("base64url")
}

const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null"
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(",")}}`
}

/** The id of what a key brings about: always the same for the same member, operation and key. 22 characters. */
export const idOfKey = (memberId: string, operation: Operation, key: string): string =>
  createHash("sha256").update(`${memberId}\n${operation}\n${key}`).digest("base64url").slice(0, 22)

/** The text to keep in `operations.outcome` for an effect that succeeded. */
export const doneOutcome = (id: string, answer: unknown): string =>
  JSON.stringify({ state: "done", id, answer } satisfies Outcome)

const decodeOutcome = Schema.decodeUnknownEffect(Outcome)

interface Stored {
  readonly outcome: unknown
  readonly body_hash: string
}

const findStored = Effect.fnUntraced(function* (command: Omit<Command, "body">) {
  const db = yield* Db
  const rows = yield* db.query<Stored>(
    "select outcome, body_hash from operations where member_id = $1 and operation = $2 and key = $3",
    [command.memberId, command.operation, command.key],
  )
  return rows[0] ?? null
})

/** What is kept may only be read by this version or an older one; anything else is a defect of ours. */
const outcomeOf = (stored: Stored) => Effect.orDie(decodeOutcome(stored.outcome))

type Answers<A> = Schema.Codec<A, unknown>

/** The stored result, as the first caller got it. */
const replay = <A>(command: Command, answers: Answers<A>, stored: Stored): Effect.Effect<A, Refusal> =>
  Effect.gen(function* () {
    const outcome = yield* outcomeOf(stored)
    if (outcome.state === "void") return yield* refusal("operation.voided")
    if (stored.body_hash !== bodyHash(command.body)) return yield* refusal("operation.key-conflict")
    if (outcome.state === "refused") return yield* new Refusal(outcome.refusal)
    return yield* Effect.orDie(Schema.decodeUnknownEffect(answers)(outcome.answer))
  })

/**
 * Refuses a command and keeps that under its key, so that every further call hears the same and the app can ask for the reason. Where
 * another attempt with this key was faster, its result stands.
 */
export const storeRefusal = <A>(
  command: Command,
  answers: Answers<A>,
  refused: Refusal,
): Effect.Effect<A, Refusal | DbError, Db> =>
  Effect.gen(function* () {
    if (!isDecision(refused.reason)) return yield* refused
    const outcome: Outcome = { state: "refused", refusal: refused.data }
    const inserted = yield* insertOutcome(command, bodyHash(command.body), JSON.stringify(outcome))
    if (inserted) return yield* refused
    const stored = yield* findStored(command)
    return yield* stored === null ? Effect.fail(refused) : replay(command, answers, stored)
  })

const insertOutcome = Effect.fnUntraced(function* (
  command: Omit<Command, "body">,
  hash: string,
  outcome: string | null,
) {
  const db = yield* Db
  const atMs = yield* Clock.currentTimeMillis
  const written = yield* db.execute(
    `insert into operations (member_id, operation, key, body_hash, outcome, at_ms)
     values ($1, $2, $3, $4, $5::jsonb, $6) on conflict do nothing`,
    [command.memberId, command.operation, command.key, hash, outcome, atMs],
  )
  return written > 0
})

/**
 * Runs `effect` at most once for the key, in one transaction with the row that says so, and answers every further call with the
 * same body from that row; a business refusal is kept too. Another body: refused as `operation.key-conflict`.
 * `id` names what came of it (for `operation/result`).
 */
export const idempotent = <A, R>(
  command: Command & { readonly answers: Answers<A>; readonly id: (answer: A) => string },
  effect: Effect.Effect<A, Refusal | DbError, R>,
): Effect.Effect<A, Refusal | DbError, R | Db> => {
  const { answers, memberId, operation, key } = command
  const attempt = Effect.gen(function* () {
    const db = yield* Db
    if (!(yield* insertOutcome(command, bodyHash(command.body), null))) return null
    const answer = yield* effect
    yield* db.execute(
      "update operations set outcome = $4::jsonb where member_id = $1 and operation = $2 and key = $3",
      [memberId, operation, key, doneOutcome(command.id(answer), answer)],
    )
    return { answer }
  })
  return Effect.gen(function* () {
    const db = yield* Db
    const first = yield* db
      .transaction(attempt)
      .pipe(
        Effect.catchTag("Refusal", (refused) =>
          Effect.map(storeRefusal(command, answers, refused), (answer) => ({ answer })),
        ),
      )
    return first === null ? yield* storedResult(command, answers) : first.answer
  }).pipe(askAgain)
}

const isUnknown = (error: Refusal | DbError): boolean =>
  error._tag === "DbUnavailable" && error.outcome === "unknown"

/** A connection lost in the commit leaves the outcome unknown; trying again finds it out, because the key is kept with the effect. */
const askAgain = <A, R>(
  attempt: Effect.Effect<A, Refusal | DbError, R>,
): Effect.Effect<A, Refusal | DbError, R> => Effect.retry(attempt, { times: 2, while: isUnknown })

const storedResult = <A>(command: Command, answers: Answers<A>) =>
  Effect.gen(function* () {
    const stored = yield* findStored(command)
    // The row can only be missing when the attempt that wrote it was rolled back in between: then nobody has acted.
    if (stored === null) return yield* refusal("system.unavailable")
    return yield* replay(command, answers, stored)
  })

/**
 * The same promise for an effect that is one SQL statement and writes the row of `operations` itself (`doneOutcome`, `bodyHash`):
 * the hot path. The statement must insert without `on conflict`, so that a second attempt fails as a whole.
 */
export const idempotentStatement = <A, R>(
  command: Command & { readonly answers: Answers<A> },
  statement: (bodyHash: string) => Effect.Effect<A, Refusal | DbError, R>,
): Effect.Effect<A, Refusal | DbError, R | Db> =>
  statement(bodyHash(command.body)).pipe(
    Effect.catchTag("Refusal", (refused) => storeRefusal(command, command.answers, refused)),
    Effect.catchIf(isTakenKey, () => storedResult(command, command.answers)),
    askAgain,
  )

const isTakenKey = (error: unknown): error is DbConstraint =>
  error instanceof DbConstraint && error.constraint.startsWith("operations")

/**
 * What became of a key. Asking about a key that has not arrived makes it void for good, so that the answer "nothing
 * happened" cannot be overtaken by a request still on its way.
 */
export const operationResult = Effect.fn("operationResult")(function* (
  memberId: string,
  operation: Operation,
  key: string,
) {
  const asked = { memberId, operation, key }
  const nothing: Outcome = { state: "void" }
  yield* insertOutcome(asked, "", JSON.stringify(nothing))
  const stored = yield* findStored(asked)
  return stored === null ? nothing : yield* outcomeOf(stored)
})

/** Answers `operationResult`: what became of a member's idempotency key, a refusal with its message in the caller's language. */
export const readOperation: Handler<"operationResult", Db> = (request, call) =>
  Effect.map(operationResult(call.memberId, request.operation, request.key), (outcome) => {
    if (outcome.state === "done") return { state: "done", id: outcome.id, refusal: null }
    if (outcome.state === "void") return { state: "unknown", id: null, refusal: null }
    const { reason, params } = outcome.refusal
    const message = refusalText(call.locale, reason, params)
    return { state: "refused", id: null, refusal: { ...outcome.refusal, message } }
  })
