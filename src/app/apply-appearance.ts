/** Applies the accent and the icon of the configuration to the document. */
import { type Appearance, accentTokens } from "../domain/appearance.ts"
import { deviceStorage } from "../runtime/api/device-storage.ts"
import { ACCENT } from "../runtime/api/stored-preferences.ts"

const OWN_ICON = "/icon.svg"
const NAMES = ["--accent", "--accent-fill", "--accent-press", "--accent-soft"]

/** Sets them, the accent also before the first paint of the next start; a null is the app's own again. */
export const applyAppearance = ({ accent, icon }: Appearance): void => {
  const { style } = document.documentElement
  const tokens = accent === null ? {} : accentTokens(accent)
  for (const name of NAMES) {
    const value = tokens[name]
    if (value === undefined) style.removeProperty(name)
    else style.setProperty(name, value)
  }
  const declarations = Object.entries(tokens).map(([name, value]) => `${name}:${value}`)
  if (declarations.length === 0) deviceStorage.remove(ACCENT)
  else deviceStorage.write(ACCENT, declarations.join(";"))
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (link === null) return
  link.href = icon ?? OWN_ICON
  link.type = icon === null ? "image/svg+xml" : "image/webp"
}
