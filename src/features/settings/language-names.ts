import type { Locale } from "../../domain/limits.ts"

/** Each language's own name, and its BCP 47 tag for screen readers. */
export const languageNames: Readonly<Record<Locale, { readonly name: string; readonly tag: string }>> = {
  en: { name: "English", tag: "en" },
  zh: { name: "简体中文", tag: "zh-Hans" },
  ja: { name: "日本語", tag: "ja" },
  pt: { name: "Português", tag: "pt" },
  es: { name: "Español", tag: "es" },
  de: { name: "Deutsch", tag: "de" },
  fr: { name: "Français", tag: "fr" },
  vn: { name: "Tiếng Việt", tag: "vi" },
  hl: { name: "Nederlands", tag: "nl" },
  it: { name: "Italiano", tag: "it" },
}
