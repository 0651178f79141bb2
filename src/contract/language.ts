/**
 * The language of a call. The specification maps nine locales to its `lang` header; Italian is absent there and sends en_US. So that an Italian member reads
 * Italian too, a second header, `locale`, says the locale itself. Where only `lang` is sent, `lang` decides.
 */
import { DEFAULT_LOCALE, LOCALES, type Locale } from "../domain/limits.ts"

export const LANG_OF_LOCALE: Readonly<Record<Locale, string>> = {
  zh: "zh_HK",
  en: "en_US",
  ja: "ja_JP",
  pt: "pt_PT",
  es: "es_ES",
  de: "de_DE",
  fr: "fr_FR",
  vn: "vn_VN",
  hl: "hl_HL",
  it: "en_US",
}

const localeOfLang: ReadonlyMap<string, Locale> = new Map([
  ["zh_HK", "zh"],
  ["en_US", "en"],
  ["ja_JP", "ja"],
  ["pt_PT", "pt"],
  ["es_ES", "es"],
  ["de_DE", "de"],
  ["fr_FR", "fr"],
  ["vn_VN", "vn"],
  ["hl_HL", "hl"],
])

/** What a call in this language says of it. */
export const languageHeaders = (locale: Locale) => ({ lang: LANG_OF_LOCALE[locale], locale })

/** The locale that the headers ask for; English where they are absent or unknown. */
export const localeOfHeaders = ({ lang, locale }: Readonly<Record<string, unknown>>): Locale => {
  const named = LOCALES.find((each) => each === locale)
  return named ?? (typeof lang === "string" ? localeOfLang.get(lang) : undefined) ?? DEFAULT_LOCALE
}
