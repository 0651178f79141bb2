/** Language and theme as they are kept on the device. */
import type { Theme } from "../domain/events/startup.ts"
import { DEFAULT_LOCALE, LOCALES, type Locale } from "../domain/limits.ts"
import type { DeviceStorage } from "./storage.ts"

export const LOCALE = "locale"
export const THEME = "theme"

const themes: readonly Theme[] = ["system", "light", "dark"]
/** Language tags of the browser for the app's own ids that differ from them. */
const ids: Readonly<Record<string, Locale>> = { vi: "vn", nl: "hl" }

const localeOfBrowser = (languages: readonly string[]): Locale => {
  for (const language of languages) {
    const primary = language.toLowerCase().split(/[-_]/)[0] ?? ""
    const found = LOCALES.find((locale) => locale === (ids[primary] ?? primary))
    if (found) return found
  }
  return DEFAULT_LOCALE
}

/** Language and theme as the member left them; the browser's language on a first visit. What is kept and makes no sense counts as absent. */
export const loadPreferences = (storage: DeviceStorage, languages: readonly string[]) => {
  const locale = storage.read(LOCALE)
  const theme = storage.read(THEME)
  return {
    locale: LOCALES.find((known) => known === locale) ?? localeOfBrowser(languages),
    theme: themes.find((known) => known === theme) ?? "system",
  }
}
