/** Which language a tag stands for, and the framework's own words in it. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { FRAMEWORK_LOCALES, type Locale } from "../../../src/domain/limits.ts"
import { localeOf, normalLocale } from "../../../src/domain/locale.ts"
import type { Area, Case, Plain } from "../area.ts"
import { betterThan, type Rule } from "../better.ts"
import { isPlain } from "../case-file.ts"
import { onlyKnown } from "../notation.ts"

const GIVEN = /^(fallback|fallbackLocale|messages|locales|locale)$/
const STEP = /^(locale|setLocale|call|text|await)$/

/** Texts of the framework by what they are called there, and by our keys. */
const OURS: Readonly<Record<string, string>> = {
  "async.error": "page.timed-out",
  "setClipboardData.success": "copy.done",
  "setClipboardData.fail": "copy.failed",
  "showModal.confirm": "ui.confirm",
  "showModal.cancel": "ui.cancel",
  "showActionSheet.cancel": "ui.cancel",
  "chooseImage.cancel": "ui.cancel",
  "chooseImage.sourceType.album": "ui.file.album",
  "chooseImage.sourceType.camera": "ui.file.camera",
}

const textsOf = (locale: Locale): Plain => {
  const texts: unknown = JSON.parse(
    readFileSync(join(import.meta.dirname, "../../../locales", `${locale}.json`), "utf8"),
  )
  return isPlain(texts) ? texts : {}
}

const keyOf = (name: string): string => OURS[name.replace(/^uni\./, "")] ?? name

const textIn = (locale: string, name: string): unknown => textsOf(localeOf([locale]))[keyOf(name)]

/** The languages that there are texts for. */
const knownOf = ({ given }: Case): readonly string[] => {
  const list = given.messages ?? given.locales
  if (Array.isArray(list)) return list.map(String)
  return isPlain(list) ? Object.keys(list) : FRAMEWORK_LOCALES
}

const observe = async (testCase: Case): Promise<Plain> => {
  onlyKnown("given", testCase.given, GIVEN)
  const { given, when, then, adopt } = testCase
  const fallback = given.fallback ?? given.fallbackLocale ?? null
  const known = knownOf(testCase)
  // better than what the framework makes of a tag is what the app itself does, which has more languages
  const resolve = (tag: unknown): unknown =>
    adopt === "quirk"
      ? localeOf([String(tag)])
      : (normalLocale(typeof tag === "string" ? tag : null, known) ?? fallback)
  const resolved: unknown[] = "locale" in given ? [resolve(given.locale)] : []
  let name = "async.error"
  for (const step of when) {
    onlyKnown("when", step, STEP)
    if ("locale" in step || "setLocale" in step) resolved.push(resolve(step.locale ?? step.setLocale))
    if (typeof step.text === "string") name = step.text
    if (!["locale", "setLocale", "text", "call"].some((key) => key in step))
      throw new Error("a step does nothing")
    if ("call" in step && !/^[gs]etLocale$/.test(String(step.call)))
      throw new Error(`no call is named ${String(step.call)}`)
  }
  const last = resolved.at(-1) ?? fallback
  const texts = Object.keys(then).flatMap((key) => {
    const locale = /^text\(([\w-]+)\)$/.exec(key)?.[1]
    return locale === undefined ? [] : [[key, textIn(locale, name)] as const]
  })
  return {
    ...Object.fromEntries(texts),
    resolved: Array.isArray(then.resolved) ? resolved : last,
    locale: last,
    value: last,
    ours: localeOf([String(last)]),
    text: typeof last === "string" ? textIn(last, name) : undefined,
    results: when.flatMap(({ call }) => (typeof call === "string" ? [`${call}:ok`] : [])),
    errMsg: `${String(when.findLast(({ call }) => typeof call === "string")?.call ?? "setLocale")}:ok`,
  }
}

/** "resolve to ja", "use zh-Hant": the language that is meant. */
const named: Rule = (words) => {
  const tag = /(?:to|use|is|as|:)\s+"?([a-z]{2}(?:-[A-Z]\w+)?)"?\b/.exec(words)?.[1]
  return tag === undefined ? null : { resolved: tag }
}

export const localeArea: Area = {
  observe,
  wanted: (testCase) => (testCase.adopt === "quirk" ? betterThan(testCase, [named]) : testCase.then),
}
