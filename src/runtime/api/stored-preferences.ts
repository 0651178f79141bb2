/** The member's preferences on the device. */

import { storedAppearance } from "../../domain/appearance.ts"
import { localeOf } from "../../domain/locale.ts"
import type { MarketColours, Theme } from "../../events/startup.ts"
import type { DeviceStorage } from "./device-storage.ts"

export const LOCALE = "locale"
export const THEME = "theme"
export const COLOURS = "colours"
export const AMOUNTS_HIDDEN = "amounts_hidden"
export const APPEARANCE = "appearance"
/** The declarations of the accent's tokens, for the document's first paint. */
export const ACCENT = "accent"

const themes: readonly Theme[] = ["system", "light", "dark"]
const allColours: readonly MarketColours[] = ["green-up", "red-up"]
/**
 * The stored language, theme, colours, hiding of amounts and appearance; the browser's language on a first visit. An
 * invalid value counts as absent.
 */
export const loadPreferences = (storage: DeviceStorage, languages: readonly string[]) => {
  const locale = storage.read(LOCALE)
  const theme = storage.read(THEME)
  const colours = storage.read(COLOURS)
  return {
    locale: localeOf(typeof locale === "string" ? [locale, ...languages] : languages),
    theme: themes.find((known) => known === theme) ?? "system",
    colours: allColours.find((known) => known === colours) ?? null,
    areAmountsHidden: storage.read(AMOUNTS_HIDDEN) === true,
    appearance: storedAppearance(storage.read(APPEARANCE)),
  }
}
