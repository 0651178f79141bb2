/**
 * The language headers of a call. The specification maps nine locales to `lang`; Italian has none
 * and sends en_US. A second header, `locale`, carries the exact locale. `lang` decides if it is
 * sent alone.
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

export const languageHeaders = (locale: Locale) => ({ lang: LANG_OF_LOCALE[locale], locale })

/** The locale requested by the headers; English if they are missing or unknown. */
export const localeOfHeaders = ({ lang, locale }: Readonly<Record<string, unknown>>): Locale => {
  const named = LOCALES.find((each) => each === locale)
  return named ?? (typeof lang === "string" ? localeOfLang.get(lang) : undefined) ?? DEFAULT_LOCALE
}
