import { hash } from "node:crypto"
import { Clock, Effect, Schema } from "effect"
import { toWire } from "../../src/contract/endpoint.ts"
import { type AnswerOf, endpointIds, endpoints, keyedOperations } from "../../src/contract/endpoints.ts"
import type { Locale } from "../../src/domain/limits.ts"
import { keyTimeMs, OPERATIONS, type Operation } from "../../src/domain/operation.ts"
import { type Db, DbConstraint, type DbError, execute, sql, transaction } from "../db/db.ts"
import type { Handler } from "./handler.ts"
import { isDecision, Refusal, refusal } from "./refusal.ts"
import { type Outcome, readOutcome, versionedOutcome } from "./stored-outcome.ts"
import { refusalText } from "./texts.ts"

/** A command that takes effect at most once. `body` is the member's request without the key. */
export interface Command {
  readonly memberId: string
  readonly operation: Operation
  readonly key: string
  readonly body: Readonly<Record<string, unknown>>
}

const ignoredFields = new Set(["key", "confirmation", "userId", "user_id", "lang"])

/**
 * Hash of a canonical body. It ignores the order of fields and fields that are not the member's
 * choice.
 */
export const bodyHash = (body: Readonly<Record<string, unknown>>): string => {
  const decided = Object.entries(body).filter(
    ([name, value]) => !ignoredFields.has(name) && value !== undefined,
  )
  return hash("sha256", canonical(Object.fromEntries(decided)), "base64url")
}

/** The wire names of the bodies that start each operation. */
const wireNames = new Map(
  OPERATIONS.map((operation) => {
    const calls = endpointIds.filter((id) => keyedOperations[id] === operation)
    return [operation, Object.fromEntries(calls.flatMap((id) => Object.entries(endpoints[id].wireNames)))]
  }),
)

/** Hashes the body under its wire names: a key stored by an earlier release keeps its hash. */
const hashOf = ({ operation, body }: Command): string =>
  bodyHash(toWire({ wireNames: wireNames.get(operation) ?? {} }, body))

const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null"
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(",")}}`
}

/** The id of what a key creates: 22 characters, always the same for a member, operation and key. */
export const idOfKey = (memberId: string, operation: Operation, key: string): string =>
  hash("sha256", `${memberId}\n${operation}\n${key}`, "base64url").slice(0, 22)

/** The value of `operations.outcome` for a successful operation, with its encoded answer. */
export const doneOutcome = (operation: Operation, id: string, answer: unknown) =>
  versionedOutcome(operation, { state: "done", id, answer })

interface Stored {
  readonly outcome: unknown
  readonly body_hash: string
}

const findStored = Effect.fnUntraced(function* (command: Omit<Command, "body">) {
  const rows = yield* sql<Stored>(
    "select outcome, body_hash from operations where member_id = $1 and operation = $2 and key = $3",
    [command.memberId, command.operation, command.key],
  )
  return rows[0] ?? null
})

/** Refuses an expired key without an outcome: it may have been voided, and its row removed. */
const refuseExpired = Effect.fnUntraced(function* (command: Command) {
  if (!isExpiredKey(command.key, yield* Clock.currentTimeMillis)) return
  if ((yield* findStored(command)) === null) return yield* refusal("operation.voided")
})

type Answers<A> = Schema.Codec<A, unknown>

/** The stored result, as the first call received it. */
const storedAnswer = <A>(command: Command, answers: Answers<A>, stored: Stored): Effect.Effect<A, Refusal> =>
  Effect.gen(function* () {
    const outcome = yield* readOutcome(command.operation, stored.outcome)
    if (outcome.state === "void") return yield* refusal("operation.voided")
    if (stored.body_hash !== hashOf(command)) return yield* refusal("operation.key-conflict")
    if (outcome.state === "refused") return yield* new Refusal(outcome.refusal)
    return yield* Effect.orDie(Schema.decodeUnknownEffect(answers)(outcome.answer))
  })

/**
 * Stores a refusal under the command's key and fails with it, so that a retry gets the same answer.
 * When another attempt with this key finished first, its stored result is returned instead.
 */
export const storeRefusal = <A>(
  command: Command,
  answers: Answers<A>,
  refused: Refusal,
): Effect.Effect<A, Refusal | DbError, Db> =>
  Effect.gen(function* () {
    if (!isDecision(refused.reason)) return yield* refused
    const outcome: Outcome = { state: "refused", refusal: refused.data }
    const inserted = yield* insertOutcome(command, hashOf(command), outcome)
    if (inserted) return yield* refused
    const stored = yield* findStored(command)
    return yield* stored === null ? Effect.fail(refused) : storedAnswer(command, answers, stored)
  })

const insertOutcome = Effect.fnUntraced(function* (
  command: Omit<Command, "body">,
  hash: string,
  outcome: Outcome | null,
) {
  const atMs = yield* Clock.currentTimeMillis
  const written = yield* execute(
    `insert into operations (member_id, operation, key, body_hash, outcome, at_ms)
     values ($1, $2, $3, $4, $5::jsonb, $6) on conflict do nothing`,
    [
      ...[command.memberId, command.operation, command.key, hash],
      outcome === null ? null : JSON.stringify(versionedOutcome(command.operation, outcome)),
      atMs,
    ],
  )
  return written > 0
})

/**
 * Runs `effect` at most once per key, in one transaction with its `operations` row. A repeated call
 * with the same body gets the stored result, business refusals included; another body is refused
 * with `operation.key-conflict`. `id` names the created item for `operation/result`.
 */
export const idempotent = <A, R>(
  command: Command & { readonly answers: Answers<A>; readonly id: (answer: A) => string },
  effect: Effect.Effect<A, Refusal | DbError, R>,
): Effect.Effect<A, Refusal | DbError, R | Db> => {
  const { answers, memberId, operation, key } = command
  const encode = (answer: A) => Effect.orDie(Schema.encodeEffect(answers)(answer))
  const attempt = Effect.gen(function* () {
    if (!(yield* insertOutcome(command, hashOf(command), null))) return null
    const answer = yield* effect
    yield* execute(
      "update operations set outcome = $4::jsonb where member_id = $1 and operation = $2 and key = $3",
      [
        memberId,
        operation,
        key,
        JSON.stringify(doneOutcome(operation, command.id(answer), yield* encode(answer))),
      ],
    )
    return { answer }
  })
  return Effect.gen(function* () {
    yield* refuseExpired(command)
    const first = yield* transaction(attempt).pipe(
      Effect.catchTag("Refusal", (refused) =>
        Effect.map(storeRefusal(command, answers, refused), (answer) => ({ answer })),
      ),
    )
    return first === null ? yield* storedResult(command, answers) : first.answer
  }).pipe(retryUnknown)
}

const isUnknown = (error: Refusal | DbError): boolean =>
  error._tag === "DbUnavailable" && error.outcome === "unknown"

/**
 * Retries after a connection lost during commit: the key is stored with the effect, so the retry
 * finds the outcome.
 */
const retryUnknown = <A, R>(
  attempt: Effect.Effect<A, Refusal | DbError, R>,
): Effect.Effect<A, Refusal | DbError, R> => Effect.retry(attempt, { times: 2, while: isUnknown })

const storedResult = <A>(command: Command, answers: Answers<A>) =>
  Effect.gen(function* () {
    const stored = yield* findStored(command)
    // The row is missing only when the attempt that wrote it rolled back: nothing was done.
    if (stored === null) return yield* refusal("system.unavailable")
    return yield* storedAnswer(command, answers, stored)
  })

/**
 * Like `idempotent`, for an effect that is one SQL statement and inserts the `operations` row
 * itself (`doneOutcome`, `bodyHash`): the hot path. The statement must insert without `on
 * conflict`, so that a repeated attempt fails as a whole.
 */
export const idempotentStatement = <A, R>(
  command: Command & { readonly answers: Answers<A> },
  statement: (bodyHash: string) => Effect.Effect<A, Refusal | DbError, R>,
): Effect.Effect<A, Refusal | DbError, R | Db> =>
  Effect.andThen(
    refuseExpired(command),
    statement(hashOf(command)).pipe(
      Effect.catchTag("Refusal", (refused) => storeRefusal(command, command.answers, refused)),
      Effect.catchIf(isTakenKey, () => storedResult(command, command.answers)),
      retryUnknown,
    ),
  )

const isTakenKey = (error: unknown): error is DbConstraint =>
  error instanceof DbConstraint && error.constraint.startsWith("operations")

const nothing: Outcome = { state: "void" }

/**
 * The outcome of a key; void if the key is too old to be used. Refuses a key that has not arrived.
 * Stores nothing.
 */
export const operationResult = Effect.fn("operationResult")(function* (
  memberId: string,
  operation: Operation,
  key: string,
) {
  const stored = yield* findStored({ memberId, operation, key })
  if (stored !== null) return yield* readOutcome(operation, stored.outcome)
  if (isExpiredKey(key, yield* Clock.currentTimeMillis)) return nothing
  return yield* refusal("operation.unknown")
})

/**
 * The outcome of a key. A key that has not arrived becomes void, so that a request still in flight
 * cannot take effect after the answer "nothing happened".
 */
export const voidOperation = Effect.fn("voidOperation")(function* (
  memberId: string,
  operation: Operation,
  key: string,
) {
  // void by its age: a row would be one to remove again
  if (!isExpiredKey(key, yield* Clock.currentTimeMillis))
    yield* insertOutcome({ memberId, operation, key }, "", nothing)
  return yield* operationResult(memberId, operation, key)
})

/** The answer of both calls: the outcome, with a refusal's message in the caller's language. */
const answerIn = (locale: Locale, outcome: Outcome): AnswerOf<"operationResult"> => {
  if (outcome.state === "done") return { state: "done", id: outcome.id, refusal: null }
  if (outcome.state === "void") return { state: "unknown", id: null, refusal: null }
  const { reason, params } = outcome.refusal
  const message = refusalText(locale, reason, params)
  return { state: "refused", id: null, refusal: { ...outcome.refusal, message } }
}

export const readOperationResult: Handler<"operationResult", Db> = ({ operation, key }, call) =>
  Effect.map(operationResult(call.memberId, operation, key), (outcome) => answerIn(call.locale, outcome))

export const answerOperationVoid: Handler<"operationVoid", Db> = ({ operation, key }, call) =>
  Effect.map(voidOperation(call.memberId, operation, key), (outcome) => answerIn(call.locale, outcome))

// The age of a key: a key that is too old is void.

const dayMs = 86_400_000
/** A key made longer ago is void. Longer than the clock of any device that still connects is wrong. */
const KEY_LIFE_MS = 30 * dayMs
/** Void rows outlive their keys, so that processes whose clocks differ agree. */
const ROW_LIFE_MS = KEY_LIFE_MS + dayMs
const ROWS_AT_ONCE = 10_000

/** True for a key that no request may use any more. Keys that do not say their age never expire. */
export const isExpiredKey = (key: string, nowMs: number): boolean =>
  (keyTimeMs(key) ?? Number.POSITIVE_INFINITY) < nowMs - KEY_LIFE_MS

/**
 * Removes void rows whose keys have expired: a request that arrives later is refused by the age of
 * its key. Returns their number, at most `ROWS_AT_ONCE`.
 */
export const removeExpiredVoids = Effect.fn("removeExpiredVoids")(function* () {
  const beforeMs = (yield* Clock.currentTimeMillis) - ROW_LIFE_MS
  return yield* execute(
    `delete from operations where (member_id, operation, key) in (
       select member_id, operation, key from operations
       where outcome->>'state' = 'void' and at_ms < $1::bigint and case when key ~ '^[0-9a-f]{8}-[0-9a-f]{4}-7'
         then ('x' || replace(substr(key, 1, 13), '-', ''))::bit(48)::bigint < $1::bigint else false end
       order by at_ms limit ${ROWS_AT_ONCE})`,
    [beforeMs],
  )
})
