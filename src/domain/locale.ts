/** Maps language tags of any spelling to the app's locales. */
import { DEFAULT_LOCALE, LOCALES, type Locale } from "./limits.ts"

/** The cookie by which the server chooses the language of the document. */
export const LOCALE_COOKIE = "locale"

const TRADITIONAL = ["-tw", "-hk", "-mo", "-cht"] as const
/** Languages that stand for all their regions unless `known` says otherwise. */
const WHOLE: readonly string[] = ["en", "fr", "es"]

const chineseOf = (tag: string): string => {
  if (tag.includes("-hans")) return "zh-Hans"
  const isTraditional = tag.includes("-hant") || TRADITIONAL.some((region) => tag.includes(region))
  return isTraditional ? "zh-Hant" : "zh-Hans"
}

/**
 * Normalises a tag: itself if `known` has texts for it, else Chinese by script, else the language
 * without its region. Undefined for any other: use the fallback.
 */
export const normalLocale = (
  tag: string | null | undefined,
  known: readonly string[] = [],
): string | undefined => {
  const written = (tag ?? "").trim().replaceAll("_", "-")
  if (written === "") return undefined
  if (known.includes(written)) return written
  const lower = written.toLowerCase()
  if (lower === "chinese") return "zh-Hans"
  if (lower.startsWith("zh")) return chineseOf(lower)
  return (known.length > 0 ? known : WHOLE).find((language) => lower.startsWith(language.toLowerCase()))
}

/** Language codes of the app's locale ids where the two differ. */
const OWN_IDS: ReadonlyMap<string, Locale> = new Map([
  ["vi", "vn"],
  ["nl", "hl"],
  ["zh-Hans", "zh"],
  ["zh-Hant", "zh"],
])

const ownOf = (tag: string): Locale | undefined => {
  const id = normalLocale(OWN_IDS.get(tag) ?? tag, LOCALES) ?? ""
  return LOCALES.find((locale) => locale === (OWN_IDS.get(id) ?? id))
}

/** The locale of the first supported tag, ignoring regions; English if none is supported. */
export const localeOf = (tags: readonly string[]): Locale => {
  for (const tag of tags) {
    const primary = tag.trim().toLowerCase().split(/[-_]/)[0] ?? ""
    const found = ownOf(tag) ?? ownOf(primary)
    if (found) return found
  }
  return DEFAULT_LOCALE
}

const tags = {
  zh: "zh-Hans-CN",
  en: "en-US",
  ja: "ja-JP",
  pt: "pt-PT",
  es: "es-ES",
  de: "de-DE",
  fr: "fr-FR",
  vn: "vi-VN",
  hl: "nl-NL",
  it: "it-IT",
} as const satisfies Record<Locale, string>

/** A BCP 47 tag of one of the app's locales. */
export type LocaleTag = (typeof tags)[Locale]

/**
 * The tag whose region formats dates: the first of the browser's languages that is the language of
 * `tag` and names a region, else `tag`.
 */
export const dateTagOf = (tag: LocaleTag, languages: readonly string[]): string =>
  languages.find((each) => /-[a-z]{2}$/i.test(each) && tags[localeOf([each])] === tag) ?? tag

const isLocale = (id: Locale | LocaleTag): id is Locale => id in tags

/** The BCP 47 tag of a locale of the app: "vi-VN" for "vn", "nl-NL" for "hl". A tag is its own. */
export const localeTagOf = (id: Locale | LocaleTag): LocaleTag => (isLocale(id) ? tags[id] : id)

/**
 * The `lang` of words in this language on a page whose tag is `pageTag`; undefined where the page
 * speaks it anyway.
 */
export const foreignTagOf = (id: Locale, pageTag: string): string | undefined =>
  tags[id] === pageTag ? undefined : tags[id]
