/** The pool of questions about contracts, and those of one attempt. Right answers stay on the server. */
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Schema } from "effect"
import type { Locale } from "../../src/domain/limits.ts"
import { localeTagOf } from "../../src/domain/locale.ts"
import { projectFolder } from "../paths.ts"

/** Stored with each answer. Raised when a question changes its meaning, or the pool its questions. */
export const POOL_VERSION = 1
export const ATTEMPT_QUESTIONS = 8
const ATTEMPT_BASICS = 4
/** Right answers of an attempt that pass, every basic one among them. */
export const ATTEMPT_RIGHT_MIN = 6
export const CHOICES = 3

/** Figures of a question: `share…` is a percentage, `…Times` a plain number, others are naira. */
type Figures = Readonly<Record<string, number>>

interface PoolQuestion {
  /** Whether an attempt fails without its right answer. */
  readonly isBasic: boolean
  readonly variants: ReadonlyArray<Figures>
}

const basic = (...variants: ReadonlyArray<Figures>): PoolQuestion => ({ isBasic: true, variants })
const other = (...variants: ReadonlyArray<Figures>): PoolQuestion => ({ isBasic: false, variants })

export const POOL = {
  "most-loss": basic(
    { stake: 10_000, leverTimes: 5, exposure: 50_000 },
    { stake: 20_000, leverTimes: 3, exposure: 60_000 },
    { stake: 5_000, leverTimes: 2, exposure: 10_000 },
  ),
  leverage: basic(
    { leverTimes: 5, shareMove: 0.02, shareLoss: 0.1, shareWrong: 0.05 },
    { leverTimes: 3, shareMove: 0.04, shareLoss: 0.12, shareWrong: 0.03 },
    { leverTimes: 2, shareMove: 0.05, shareLoss: 0.1, shareWrong: 0.02 },
  ),
  "whole-stake": basic(
    { leverTimes: 5, shareMove: 0.2, shareWrong: 0.5 },
    { leverTimes: 2, shareMove: 0.5, shareWrong: 0.2 },
    { leverTimes: 4, shareMove: 0.25, shareWrong: 0.4 },
  ),
  "real-money": basic({}),
  "early-end": basic({}),
  "who-pays": basic({}),
  "what-you-own": basic({}),
  "past-results": basic({}),
  "fee-share": other(
    { shareFee: 0.001, leverTimes: 5, shareCost: 0.005, shareWrong: 0.05 },
    { shareFee: 0.001, leverTimes: 2, shareCost: 0.002, shareWrong: 0.02 },
    { shareFee: 0.002, leverTimes: 3, shareCost: 0.006, shareWrong: 0.06 },
  ),
  "fee-when": other({}),
  "same-price": other({}),
  slippage: other({}),
  entry: other({}),
  "stop-loss": other({}),
  "stop-out": other({}),
  down: other({}),
  "take-profit": other({}),
  "period-end": other({}),
  "double-leverage": other({}),
  borrowed: other({}),
  "loss-rate": other({ lostTimes: 74, gainedTimes: 26 }, { lostTimes: 81, gainedTimes: 19 }),
  "paid-back": other(
    { stake: 10_000, loss: 3_000, rest: 7_000 },
    { stake: 20_000, loss: 5_000, rest: 15_000 },
    { stake: 8_000, loss: 6_000, rest: 2_000 },
  ),
  "make-good": other({ shareLoss: 0.5, shareGain: 1 }, { shareLoss: 0.2, shareGain: 0.25 }),
  "fraud-fee": other({}),
} as const satisfies Readonly<Record<string, PoolQuestion>>

export type QuestionId = keyof typeof POOL
const isQuestionId = (id: string): id is QuestionId => id in POOL
export const questionIds: ReadonlyArray<QuestionId> = Object.keys(POOL).filter(isQuestionId)

/** Question, right answer, two wrong ones, and why. */
const Texts = Schema.Record(
  Schema.String,
  Schema.Tuple([Schema.String, Schema.String, Schema.String, Schema.String, Schema.String]),
)
const decodeTexts = Schema.decodeUnknownSync(Schema.fromJsonString(Texts))

const loaded = new Map<Locale, typeof Texts.Type>()

/** The texts of the pool in a language. */
export const textsIn = (locale: Locale): typeof Texts.Type => {
  const known = loaded.get(locale)
  if (known !== undefined) return known
  const file = join(projectFolder, "server/content/questions", `${locale}.json`)
  const texts = decodeTexts(readFileSync(file, "utf8"))
  loaded.set(locale, texts)
  return texts
}

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex")

/** The items in an order that follows from the seed. */
const shuffled = <A extends string | number>(items: ReadonlyArray<A>, seed: string): ReadonlyArray<A> =>
  items
    .map((item) => ({ item, key: hashOf(`${seed}/${item}`) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ item }) => item)

export interface AttemptQuestion {
  readonly id: QuestionId
  readonly isBasic: boolean
  readonly figures: Figures
  /** The answers as they are shown, by their place in the texts; the right one is 0. */
  readonly order: ReadonlyArray<number>
}

/** The questions of a member's attempt: the same on every device. */
export const attemptQuestions = (memberId: string, attempt: number): ReadonlyArray<AttemptQuestion> => {
  const seed = `${memberId}/${attempt}/${POOL_VERSION}`
  const [basics, others] = [true, false].map((isBasic) =>
    shuffled(
      questionIds.filter((id) => POOL[id].isBasic === isBasic),
      seed,
    ),
  )
  const chosen = [
    ...(basics ?? []).slice(0, ATTEMPT_BASICS),
    ...(others ?? []).slice(0, ATTEMPT_QUESTIONS - ATTEMPT_BASICS),
  ]
  return shuffled(chosen, `${seed}/order`).map((id) => {
    const { isBasic, variants } = POOL[id]
    const [variant = 0] = shuffled([...variants.keys()], `${seed}/${id}/figures`)
    return { id, isBasic, figures: variants[variant] ?? {}, order: shuffled([0, 1, 2], `${seed}/${id}`) }
  })
}

const figureText = (name: string, value: number, locale: Locale): string => {
  const format = (options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(localeTagOf(locale), options).format(value)
  if (name.startsWith("share")) return format({ style: "percent", maximumFractionDigits: 1 })
  return name.endsWith("Times") ? format({}) : `₦${format({})}`
}

/** A question in a language: its answers as shown, the right one, and why. */
export const questionText = ({ id, figures, order }: AttemptQuestion, locale: Locale) => {
  const fill = (text: string) =>
    text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
      const value = figures[name]
      return value === undefined ? whole : figureText(name, value, locale)
    })
  const [question = "", right = "", first = "", second = "", why = ""] = textsIn(locale)[id]?.map(fill) ?? []
  const answers = [right, first, second]
  return { question, answers: order.map((place) => answers[place] ?? ""), right, why }
}
