/** Applies the accent and the icon of the configuration to the document. */
import { type Appearance, accentTokens } from "../domain/appearance.ts"

const OWN_ICON = "/icon.svg"
const NAMES = ["--accent", "--accent-fill", "--accent-press", "--accent-soft"]

/**
 * Sets them; a null is the app's own again. `keep` gets the declarations of the accent, for the first
 * paint of the next start; null for the app's own.
 */
export const applyAppearance = (
  { accent, icon }: Appearance,
  keep: (declarations: string | null) => void,
): void => {
  const { style } = document.documentElement
  const tokens = accent === null ? {} : accentTokens(accent)
  for (const name of NAMES) {
    const value = tokens[name]
    if (value === undefined) style.removeProperty(name)
    else style.setProperty(name, value)
  }
  const declarations = Object.entries(tokens).map(([name, value]) => `${name}:${value}`)
  keep(declarations.length === 0 ? null : declarations.join(";"))
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (link === null) return
  link.href = icon ?? OWN_ICON
  link.type = icon === null ? "image/svg+xml" : "image/webp"
}
