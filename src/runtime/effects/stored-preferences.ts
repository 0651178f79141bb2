/** How the member likes to see the app, as it is kept on the device. */

import { localeOf } from "../../domain/locale.ts"
import type { Theme } from "../../events/startup.ts"
import type { DeviceStorage } from "./device-storage.ts"

export const LOCALE = "locale"
export const THEME = "theme"
export const AMOUNTS_HIDDEN = "amounts_hidden"

const themes: readonly Theme[] = ["system", "light", "dark"]
/** Language, theme and whether amounts are hidden, as the member left them; the browser's language on a first visit. What is kept and makes no sense counts as absent. */
export const loadPreferences = (storage: DeviceStorage, languages: readonly string[]) => {
  const locale = storage.read(LOCALE)
  const theme = storage.read(THEME)
  return {
    locale: localeOf(typeof locale === "string" ? [locale, ...languages] : languages),
    theme: themes.find((known) => known === theme) ?? "system",
    areAmountsHidden: storage.read(AMOUNTS_HIDDEN) === true,
  }
}
