/** The language of a tag, and the framework's texts in it. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { DEFAULT_LOCALE, FRAMEWORK_LOCALES, type Locale } from "../../../src/domain/limits.ts"
import { localeOf, normalLocale } from "../../../src/domain/locale.ts"
import type { Area, Case, Plain } from "../area.ts"
import { type Rule, wantedBy } from "../better.ts"
import { numberIn, onlyKnown } from "../notation.ts"
import { isPlain } from "../plain.ts"
import { LocaleWatch } from "./locale-watch.ts"

const GIVEN = /^(fallback|fallbackLocale|messages|locales|locale|watchers)$/
const STEP = /^(locale|setLocale|watchLocale|unwatchLocale|call|text|await)$/

/** The framework's text keys and the app's. */
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

/** The languages that have texts. */
const knownOf = ({ given }: Case): readonly string[] => {
  const list = given.messages ?? given.locales
  if (Array.isArray(list)) return list.map(String)
  return isPlain(list) ? Object.keys(list) : FRAMEWORK_LOCALES
}

const sureOfStep = (step: Plain): void => {
  onlyKnown("when", step, STEP)
  if (Object.keys(step).every((key) => key === "await")) throw new Error("a step does nothing")
  if ("call" in step && !/^((get|set|watch)Locale)$/.test(String(step.call)))
    throw new Error(`no call is named ${String(step.call)}`)
}

/** Throws for a language in which the app has no texts. */
export const sureOfTexts = (tag: string): string => {
  if (/^zh-(Hant|TW|HK|MO)/i.test(tag))
    throw new Error(`the app has no texts in ${tag}: its readers get those in zh`)
  return tag
}

const observe = async (testCase: Case): Promise<Plain> => {
  onlyKnown("given", testCase.given, GIVEN)
  const { given, when, then, adopt } = testCase
  const fallback = given.fallback ?? given.fallbackLocale ?? null
  const known = knownOf(testCase)
  // `better` describes the app's own resolution, which knows more languages
  const resolve = (tag: unknown): unknown =>
    adopt === "quirk"
      ? localeOf([String(tag)])
      : (normalLocale(typeof tag === "string" ? tag : null, known) ?? fallback)
  const resolved: unknown[] = "locale" in given ? [resolve(given.locale)] : []
  let name = "async.error"
  const watch = new LocaleWatch(resolved[0] ?? DEFAULT_LOCALE)
  for (let count = numberIn(given, "watchers", 0); count > 0; count -= 1) watch.watch()
  for (const step of when) {
    sureOfStep(step)
    if ("locale" in step || "setLocale" in step) {
      resolved.push(resolve(step.locale ?? step.setLocale))
      watch.set(resolved.at(-1))
    }
    if (step.watchLocale === true || step.call === "watchLocale") watch.watch()
    if (step.unwatchLocale === true) watch.unwatch()
    if (typeof step.text === "string") name = step.text
  }
  const last = resolved.at(-1) ?? fallback
  const texts = Object.keys(then).flatMap((key) => {
    const locale = /^text\(([\w-]+)\)$/.exec(key)?.[1]
    return locale === undefined ? [] : [[key, textIn(sureOfTexts(locale), name)] as const]
  })
  return {
    ...watch.end(),
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

/** Understands "resolve to ja", "use zh-Hant". */
const named: Rule = (words) => {
  const tag = /(?:to|use|is|as|:)\s+"?([a-z]{2}(?:-[A-Z]\w+)?)"?\b/.exec(words)?.[1]
  return tag === undefined ? null : { resolved: tag }
}

export const localeArea: Area = {
  observe,
  wanted: wantedBy(named),
}
