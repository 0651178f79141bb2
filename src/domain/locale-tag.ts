import type { Locale } from "./limits.ts"

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

const isLocale = (id: Locale | LocaleTag): id is Locale => id in tags

/** The BCP 47 tag of a locale of the app: "vi-VN" for "vn", "nl-NL" for "hl". A tag is its own. */
export const localeTagOf = (id: Locale | LocaleTag): LocaleTag => (isLocale(id) ? tags[id] : id)

/**
 * The `lang` of words in this language on a page whose tag is `pageTag`; undefined where the page
 * speaks it anyway.
 */
export const foreignTagOf = (id: Locale, pageTag: string): string | undefined =>
  tags[id] === pageTag ? undefined : tags[id]
