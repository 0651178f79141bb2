import type { Locale } from "../domain/limits.ts"

const tags: Readonly<Record<Locale, string>> = {
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
}

const isLocale = (id: string): id is Locale => id in tags

/** The BCP 47 tag for one of the app's locale ids ("vn" → "vi-VN", "hl" → "nl-NL"); any other tag is given back as it is. */
export const localeTagOf = (id: string): string => (isLocale(id) ? tags[id] : id)

/** The `lang` of words in this language on a page whose tag is `pageTag`; undefined where the page speaks it anyway. */
export const foreignTagOf = (id: Locale, pageTag: string): string | undefined =>
  tags[id] === pageTag ? undefined : tags[id]
