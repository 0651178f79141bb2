/** The check of what a member knows, and what leverage needs of it. */
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect, it } from "vitest"
import { Refusal } from "../../server/core/refusal.ts"
import { sql } from "../../server/db/db.ts"
import { marketSettingsOf } from "../../server/market/config.ts"
import { createOrder } from "../../server/orders/create-order.ts"
import { answerKnowledge, readKnowledge } from "../../server/orders/knowledge.ts"
import { attemptQuestions, POOL, questionIds, questionText, textsIn } from "../../server/orders/questions.ts"
import { LOCALES } from "../../src/domain/limits.ts"
import { effectTests, onDatabasesInTurn, runOn } from "../support/effect-tests.ts"
import {
  callOf,
  fund,
  placeOrder,
  testMarket,
  tickCycles,
  tradingLayer,
  wantedOrder,
} from "../support/trading.ts"

const DAY_MS = 86_400_000
const me = callOf("m1")

/** Answers the questions of the attempt from the next one on; `isRight` chooses by question. */
const answerAll = Effect.fnUntraced(function* (
  isRight: (id: string, isBasic: boolean) => boolean,
  count = 8,
) {
  for (let answered = 0; answered < count; answered += 1) {
    const { next } = yield* readKnowledge({}, me)
    const [attempt = 0, position = 0] = (next?.id ?? "").split("-").map(Number)
    const asked = attemptQuestions("m1", attempt)[position - 1]
    if (next === null || asked === undefined) return
    const right = asked.order.indexOf(0)
    const choice = isRight(asked.id, asked.isBasic) ? right : (right + 1) % 3
    yield* answerKnowledge({ question: next.id, choice }, me)
  }
})

const refusedBy = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), (error) => (error instanceof Refusal ? error.data : error))

const allRight = () => true

onDatabasesInTurn("the knowledge check", (database) => {
  const onMarket = (leverageWaitMs: number) =>
    effectTests(runOn(tradingLayer(database, { ...testMarket, leverageWaitMs })))
  const begin = Effect.andThen(tickCycles(1), fund("m1", 100_000_000_00n))

  onMarket(0)("is passed before leverage above 1, which the statement refuses until then", function* () {
    yield* begin
    const wanted = yield* wantedOrder({ leverage: 2 })
    const refused = { reason: "order.knowledge", field: "leverage" }
    expect(yield* refusedBy(createOrder(wanted, me))).toEqual(refused)
    expect((yield* placeOrder({ leverage: 1 })).state).toBe("accepted")
    yield* answerAll(allRight, 3)
    // another device, and the way back, show the same question; the first answer stays
    const { next, answered } = yield* readKnowledge({}, me)
    expect([next?.position, answered.length, answered.every(({ isRight }) => isRight)]).toEqual([4, 3, true])
    const asked = attemptQuestions("m1", 1)[0]
    yield* answerKnowledge({ question: "1-1", choice: ((asked?.order.indexOf(0) ?? 0) + 1) % 3 }, me)
    yield* answerKnowledge({ question: "1-8", choice: 0 }, me)
    expect(yield* readKnowledge({}, { ...me, locale: "de" })).toMatchObject({
      next: { id: "1-4" },
      answered: [{ isRight: true }, { isRight: true }, { isRight: true }],
    })
    expect(yield* refusedBy(answerKnowledge({ question: "1-4", choice: 3 }, me))).toMatchObject({
      field: "choice",
    })
    yield* answerAll(allRight)
    expect(yield* readKnowledge({}, me)).toMatchObject({ next: null, passedAtMs: expect.any(Number) })
    // the refusal is stored under its key
    expect(yield* refusedBy(createOrder(wanted, me))).toEqual(refused)
    expect((yield* placeOrder({ leverage: 2 })).leverage).toBe(2)
    const rows = yield* sql("select distinct version, language from knowledge_answers where member_id = 'm1'")
    expect(rows).toEqual([{ version: 1, language: "en" }])
  })

  onMarket(0)("fails by one wrong basic answer or three others, and waits after two attempts", function* () {
    yield* begin
    const basicOf = (attempt: number) => attemptQuestions("m1", attempt).find(({ isBasic }) => isBasic)?.id
    yield* answerAll((id) => id !== basicOf(1))
    expect(yield* readKnowledge({}, me)).toMatchObject({ passedAtMs: null, next: { id: "2-1" } })
    const others = attemptQuestions("m1", 2).filter(({ isBasic }) => !isBasic)
    const wrong = others.slice(0, 3).map(({ id }) => id)
    yield* answerAll((id) => !wrong.some((each) => each === id))
    const { next, nextAtMs, answered } = yield* readKnowledge({}, me)
    expect([next, answered.filter(({ isRight }) => isRight).length]).toEqual([null, 5])
    expect(yield* refusedBy(answerKnowledge({ question: "3-1", choice: 0 }, me))).toEqual({
      reason: "knowledge.wait",
      params: { until: nextAtMs },
    })
    yield* TestClock.adjust(DAY_MS)
    yield* tickCycles(1)
    // two wrong answers that are not basic pass
    const third = attemptQuestions("m1", 3).filter(({ isBasic }) => !isBasic)
    const few = third.slice(0, 2).map(({ id }) => id)
    yield* answerAll((id) => !few.some((each) => each === id))
    expect((yield* placeOrder({ leverage: 2 })).leverage).toBe(2)
  })

  onMarket(DAY_MS)("leaves a day before the first leverage where prices are live", function* () {
    yield* begin
    yield* answerAll(allRight)
    const { leverageAtMs } = yield* readKnowledge({}, me)
    expect(yield* refusedBy(placeOrder({ leverage: 2 }))).toEqual({
      ...{ reason: "order.knowledge-wait", field: "leverage", params: { until: leverageAtMs } },
    })
    yield* TestClock.adjust(DAY_MS)
    yield* tickCycles(1)
    expect((yield* placeOrder({ leverage: 2 })).leverage).toBe(2)
  })
})

describe("the pool", () => {
  it("is off in the demo, and on in production: for a day longer with live prices", () => {
    const live = { FEED: "https://feed.example/a", FEED_HOSTS: "feed.example", FEED_SYMBOLS: "AAPL" }
    const waitOf = (env: Record<string, string>) => marketSettingsOf(env, DAY_MS).leverageWaitMs
    expect([waitOf({}), waitOf({ KNOWLEDGE_CHECK: "1" })]).toEqual([null, 0])
    expect(waitOf({ PROFILE: "production", KNOWLEDGE_CHECK: "0" })).toBe(0)
    expect(waitOf({ PROFILE: "production", ...live })).toBe(DAY_MS)
    expect(() => waitOf({ KNOWLEDGE_CHECK: "yes" })).toThrow("KNOWLEDGE_CHECK")
  })

  it("has 24 questions, eight of them basic, of which an attempt asks four and four others", () => {
    expect(questionIds).toHaveLength(24)
    const sets = new Set<string>()
    for (let attempt = 1; attempt <= 20; attempt += 1) {
      const questions = attemptQuestions("m1", attempt)
      expect(new Set(questions.map(({ id }) => id)).size).toBe(8)
      expect(questions.filter(({ isBasic }) => isBasic)).toHaveLength(4)
      sets.add(questions.map(({ id, order }) => `${id} ${order}`).join())
    }
    expect(sets.size).toBe(20)
  })

  it.each(LOCALES)("has all its texts and figures in %s, and three different answers", (locale) => {
    expect(Object.keys(textsIn(locale)).toSorted()).toEqual([...questionIds].toSorted())
    for (const id of questionIds)
      for (const figures of POOL[id].variants) {
        const asked = { id, isBasic: false, figures, order: [2, 0, 1] }
        const { question, answers, right, why } = questionText(asked, locale)
        const all = [question, ...answers, why]
        expect(answers[1]).toBe(right)
        expect(new Set(answers).size, id).toBe(3)
        for (const text of all) expect(text, id).toMatch(/^[^{}]{1,400}$/)
        const placeholders = (language: typeof locale) =>
          textsIn(language)[id]?.map((text) => (text.match(/\{\w+\}/g) ?? []).toSorted().join())
        expect(placeholders(locale), id).toEqual(placeholders("en"))
      }
  })
})
