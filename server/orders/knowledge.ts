/**
 * The check of what a member knows before leverage above 1. Questions follow from the member and the
 * number of the attempt, so that every device shows the same ones; only answers are stored, and the first
 * one of each question counts.
 */
import { Clock, Effect } from "effect"
import type { RequestOf } from "../../src/contract/endpoints.ts"
import type { KnowledgeCheck } from "../../src/domain/knowledge.ts"
import type { Locale } from "../../src/domain/limits.ts"
import type { Call } from "../core/handler.ts"
import { ASSET } from "../core/ledger.ts"
import { fieldRefusal, refusal } from "../core/refusal.ts"
import { execute, sql, transaction } from "../db/db.ts"
import { Market } from "../market/market.ts"
import {
  ATTEMPT_QUESTIONS,
  ATTEMPT_RIGHT_MIN,
  attemptQuestions,
  CHOICES,
  POOL_VERSION,
  questionText,
} from "./questions.ts"

/** Attempts before a wait, and the wait. */
const ATTEMPTS = 2
const WAIT_MS = 86_400_000

interface AnswerRow {
  readonly attempt: number
  readonly position: number
  readonly version: number
  readonly choice: number
  readonly is_right: boolean
  readonly at_ms: bigint
}

/** When the member passed; null before. */
const readPassed = Effect.fnUntraced(function* (memberId: string, lock: "" | "for update") {
  const rows = yield* sql<{ knowledge_at_ms: bigint | null }>(
    `select knowledge_at_ms from balances where member_id = $1 and asset = $2 ${lock}`,
    [memberId, ASSET],
  )
  const passedAtMs = rows[0]?.knowledge_at_ms ?? null
  return passedAtMs === null ? null : Number(passedAtMs)
})

/** The answers of the last attempt, in their order. */
const readLastAttempt = (memberId: string) =>
  sql<AnswerRow>(
    `select attempt, position, version, choice, is_right, at_ms from knowledge_answers
     where member_id = $1 and attempt = (
       select attempt from knowledge_answers where member_id = $1 order by attempt desc limit 1)
     order by position`,
    [memberId],
  )

interface Progress {
  /** The attempt of the next question, and its number in it; 0 where none can be answered now. */
  readonly attempt: number
  readonly position: number
  readonly nextAtMs: number | null
  readonly rows: ReadonlyArray<AnswerRow>
}

/** An attempt that was begun with an earlier pool is given up. */
const progressOf = (rows: ReadonlyArray<AnswerRow>, nowMs: number): Progress => {
  const last = rows.at(-1)
  if (last === undefined) return { attempt: 1, position: 1, nextAtMs: null, rows }
  const isOpen = rows.length < ATTEMPT_QUESTIONS && last.version === POOL_VERSION
  if (isOpen) return { attempt: last.attempt, position: rows.length + 1, nextAtMs: null, rows }
  const nextAtMs = last.attempt % ATTEMPTS === 0 ? Number(last.at_ms) + WAIT_MS : 0
  const isWaiting = nextAtMs > nowMs
  return {
    attempt: last.attempt + 1,
    position: isWaiting ? 0 : 1,
    nextAtMs: isWaiting ? nextAtMs : null,
    rows: last.version === POOL_VERSION ? rows : [],
  }
}

const answeredIn = (memberId: string, rows: ReadonlyArray<AnswerRow>, locale: Locale) =>
  rows.flatMap(({ attempt, position, choice, is_right }) => {
    const asked = attemptQuestions(memberId, attempt)[position - 1]
    if (asked === undefined) return []
    const { question, answers, right, why } = questionText(asked, locale)
    return [{ question, answer: answers[choice] ?? "", isRight: is_right, right, why }]
  })

const nextOf = (memberId: string, { attempt, position }: Progress, locale: Locale) => {
  const asked = attemptQuestions(memberId, attempt)[position - 1]
  if (asked === undefined) return null
  const { question, answers } = questionText(asked, locale)
  return { id: `${attempt}-${position}`, position, question, answers }
}

/** How far a member has come, with the next question in the member's language. */
export const readKnowledge = Effect.fn("readKnowledge")(function* (
  _request: object,
  { memberId, locale }: Call,
) {
  const { leverageWaitMs } = (yield* Market).settings
  const passedAtMs = yield* readPassed(memberId, "")
  const nowMs = yield* Clock.currentTimeMillis
  const progress = progressOf(yield* readLastAttempt(memberId), nowMs)
  const isAsked = leverageWaitMs !== null && passedAtMs === null
  const check: KnowledgeCheck = {
    isRequired: leverageWaitMs !== null,
    passedAtMs,
    leverageAtMs: passedAtMs === null ? null : passedAtMs + (leverageWaitMs ?? 0),
    nextAtMs: isAsked ? progress.nextAtMs : null,
    count: ATTEMPT_QUESTIONS,
    next: isAsked ? nextOf(memberId, progress, locale) : null,
    answered: answeredIn(memberId, progress.rows, locale),
  }
  return check
})

/** True if every basic question is right, and enough of the others. */
const isPassed = (memberId: string, rows: ReadonlyArray<AnswerRow>): boolean => {
  const attempt = rows[0]?.attempt ?? 0
  const questions = attemptQuestions(memberId, attempt)
  const right = rows.filter((row) => row.is_right)
  const isEach = rows.every((row) => row.is_right || questions[row.position - 1]?.isBasic === false)
  return rows.length === ATTEMPT_QUESTIONS && isEach && right.length >= ATTEMPT_RIGHT_MIN
}

/** Stores an answer, unless its question has one or is not the next. */
const store = Effect.fnUntraced(function* (question: string, choice: number, { memberId, locale }: Call) {
  const nowMs = yield* Clock.currentTimeMillis
  if ((yield* readPassed(memberId, "for update")) !== null) return
  const progress = progressOf(yield* readLastAttempt(memberId), nowMs)
  if (progress.nextAtMs !== null)
    return yield* refusal("knowledge.wait", { params: { until: progress.nextAtMs } })
  const { attempt, position } = progress
  const asked = attemptQuestions(memberId, attempt)[position - 1]
  if (asked === undefined || question !== `${attempt}-${position}`) return
  yield* execute(
    `insert into knowledge_answers (member_id, attempt, position, version, language, question, choice, is_right, at_ms)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      ...[memberId, attempt, position, POOL_VERSION, locale, asked.id],
      ...[choice, asked.order[choice] === 0, nowMs],
    ],
  )
  if (isPassed(memberId, yield* readLastAttempt(memberId)))
    yield* execute("update balances set knowledge_at_ms = $3 where member_id = $1 and asset = $2", [
      ...[memberId, ASSET, nowMs],
    ])
})

/** Answers the next question. Of an earlier question the stored answer stays. */
export const answerKnowledge = Effect.fn("answerKnowledge")(function* (
  { question, choice }: RequestOf<"knowledgeAnswer">,
  call: Call,
) {
  const { leverageWaitMs } = (yield* Market).settings
  if (choice < 0 || choice >= CHOICES) return yield* fieldRefusal("choice", { reason: "required" })
  if (leverageWaitMs !== null) yield* transaction(store(question, choice, call))
  return yield* readKnowledge({}, call)
})

/** SQL condition that a wanted order `w` may have its leverage, by the balance row `b` of its member. */
export const knowledgeSql = `(w.leverage = 1 or w.leverage_wait_ms is null
  or coalesce(b.knowledge_at_ms + w.leverage_wait_ms <= w.at_ms, false))`

/** Refuses leverage above 1 before the check is passed, and while the time after it runs. */
export const requireKnowledge = Effect.fnUntraced(function* (
  memberId: string,
  leverage: number,
  nowMs: number,
) {
  const { leverageWaitMs } = (yield* Market).settings
  if (leverage === 1 || leverageWaitMs === null) return
  const passedAtMs = yield* readPassed(memberId, "")
  if (passedAtMs === null) return yield* refusal("order.knowledge", { field: "leverage" })
  const until = passedAtMs + leverageWaitMs
  if (until > nowMs) return yield* refusal("order.knowledge-wait", { field: "leverage", params: { until } })
})
