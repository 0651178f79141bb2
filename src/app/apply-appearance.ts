/** Applies the accent and the icon of the configuration to the document. */
import { type Appearance, accentTokens } from "../domain/appearance.ts"

const OWN_ICON = "/icon.svg"
const NAMES = ["--accent", "--accent-fill", "--accent-press", "--accent-soft"]

/** Sets them; a null is the app's own again. */
export const applyAppearance = ({ accent, icon }: Appearance): void => {
  const { style } = document.documentElement
  const tokens = accent === null ? {} : accentTokens(accent)
  for (const name of NAMES) {
    const value = tokens[name]
    if (value === undefined) style.removeProperty(name)
    else style.setProperty(name, value)
  }
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (link === null) return
  link.href = icon ?? OWN_ICON
  link.type = icon === null ? "image/svg+xml" : "image/webp"
}
