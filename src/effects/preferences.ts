/** Language and theme as they are kept on the device. */
import type { Theme } from "../domain/events/startup.ts"
import { localeOf } from "../domain/locale.ts"
import type { DeviceStorage } from "./storage.ts"

export const LOCALE = "locale"
export const THEME = "theme"

const themes: readonly Theme[] = ["system", "light", "dark"]
/** Language and theme as the member left them; the browser's language on a first visit. What is kept and makes no sense counts as absent. */
export const loadPreferences = (storage: DeviceStorage, languages: readonly string[]) => {
  const locale = storage.read(LOCALE)
  const theme = storage.read(THEME)
  return {
    locale: localeOf(typeof locale === "string" ? [locale, ...languages] : languages),
    theme: themes.find((known) => known === theme) ?? "system",
  }
}
