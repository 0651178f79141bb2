/** Which of the languages there are is meant by a language tag, however it was written. */
import { DEFAULT_LOCALE, LOCALES, type Locale } from "./limits.ts"

const TRADITIONAL = ["-tw", "-hk", "-mo", "-cht"] as const
/** Languages that stand for all their regions where nobody says which texts there are. */
const WHOLE: readonly string[] = ["en", "fr", "es"]

const chineseOf = (tag: string): string => {
  if (tag.includes("-hans")) return "zh-Hans"
  const isTraditional = tag.includes("-hant") || TRADITIONAL.some((region) => tag.includes(region))
  return isTraditional ? "zh-Hant" : "zh-Hans"
}

/**
 * A tag in the form in which texts are kept: as it stands where there are texts for it (`known`), else Chinese by its script, or a language that there are
 * texts for without its region. Undefined for any other: the fallback is meant.
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

/** Codes of languages for the app's own ids that differ from them. */
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

/** The language of ours that the first of these tags means which means one, whatever its region; English where none does. */
export const localeOf = (tags: readonly string[]): Locale => {
  for (const tag of tags) {
    const primary = tag.trim().toLowerCase().split(/[-_]/)[0] ?? ""
    const found = ownOf(tag) ?? ownOf(primary)
    if (found) return found
  }
  return DEFAULT_LOCALE
}
