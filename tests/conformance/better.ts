/**
 * The expectation instead of a recorded quirk, read from the text of its `better`. Values that the text spells out are used as
 * they are; rules translate the rest. Undefined if no rule understands the text.
 */
import type { Case, Plain } from "./area.ts"
import { isPlain } from "./plain.ts"

/**
 * Reads an expectation from the text of `better`, or returns null if it does not understand the
 * text.
 */
export type Rule = (words: string, testCase: Case) => Plain | null

const namesIn = (list: string): readonly string[] =>
  list
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "")

const answersIn = (words: string): Plain => {
  const list = /\[\s*"\w+:(?:ok|fail)[^\]]*\]/.exec(words)?.[0]
  if (list === undefined) return {}
  try {
    return { results: JSON.parse(list) }
  } catch {
    return {}
  }
}

/**
 * A key of the expectation with its value in the text: "path /pages/a/a", "BGoneAtMs: 2500",
 * "onLoad {\"x\":\"1\"}".
 */
const named = (words: string, key: string): Plain => {
  const plain = key.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
  const pattern = new RegExp(
    `(?:^|[\\s,;(])${plain}(?: is| stays| =|:|=)? ?(".*?"|\\{.*\\}|\\[.*\\]|-?\\d+(?:\\.\\d+)?\\b|true\\b|false\\b|null\\b|/\\S*)`,
  )
  const value = pattern.exec(words)?.[1]
  if (value === undefined) return {}
  if (value.startsWith("/")) return { [key]: value.replace(/[;,.)]+$/, "") }
  try {
    return { [key]: JSON.parse(value) }
  } catch {
    return {}
  }
}

/** Everything that the text spells out: "stack [login, a]", "[\"navigateTo:ok\", …]". */
const spelledOut = (words: string, { then }: Case): Plain => {
  const stack = /\bstack (?:is |stays )?\[([^\]]*)\]/.exec(words)?.[1]
  return {
    ...Object.assign({}, ...Object.keys(then).map((key) => named(words, key))),
    ...answersIn(words),
    ...(stack !== undefined && { stack: namesIn(stack) }),
  }
}

const betterThan = (testCase: Case, rules: readonly Rule[]): Plain | undefined => {
  const words = testCase.better ?? ""
  const spelled = spelledOut(words, testCase)
  const ruled = rules.map((rule) => rule(words, testCase)).find((expected) => expected !== null)
  if (!ruled && Object.keys(spelled).length === 0) return undefined
  return { ...ruled, ...spelled }
}

/** The calls of a case in order, including those of the same tick. */
export const callsOf = (testCase: Case): readonly Plain[] =>
  testCase.when.flatMap((step) => {
    const together = step.parallel ?? step.sameTick
    if (Array.isArray(together)) return together.filter(isPlain)
    return typeof step.call === "string" ? [step] : []
  })

/** What a case expects: `then`, or for a quirk what `better` says by these rules. */
export const wantedBy =
  (...rules: readonly Rule[]) =>
  (testCase: Case): Plain | undefined =>
    testCase.adopt === "quirk" ? betterThan(testCase, rules) : testCase.then

/** An errMsg in the text: "navigateTo:fail page not found". */
export const spelledErrMsg: Rule = (words) => {
  const errMsg = /(\w+:(?:ok|fail[^"]*))/.exec(words)?.[1]
  return errMsg === undefined ? null : { errMsg: errMsg.trim() }
}
