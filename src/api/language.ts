/**
 * The `lang` header of every call. The specification maps nine locales; Italian is absent there and sends en_US, so the server answers an Italian member's
 * refusals in English and the app shows its own Italian text for the reason instead.
 */
import type { Locale } from "../domain/limits.ts"

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

/** The locale a `lang` header asks for; English for an absent or unknown one. */
export const localeOfHeader = (lang: string | undefined): Locale => localeOfLang.get(lang ?? "") ?? "en"
