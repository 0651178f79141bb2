/** What operators may configure of the app's appearance, and the limits within which they may. */
import {
  type Channels,
  channelsOf,
  contrast,
  hexOf,
  mixed,
  READABLE_CONTRAST,
  readableTone,
} from "./colour.ts"

/** The tab pages in the order of the app. */
export const TAB_IDS = ["home", "optional", "trade", "hold", "my"] as const
export type TabId = (typeof TAB_IDS)[number]

export const tabPath = (id: string): string => `/pages/tabbar/${id}/index`

export const TAB_HREFS: Readonly<Record<TabId, string>> = {
  home: tabPath("home"),
  optional: tabPath("optional"),
  trade: tabPath("trade"),
  hold: tabPath("hold"),
  my: tabPath("my"),
}

/** The round button of Trade is in the middle of the bar. */
const MIDDLE = Math.floor(TAB_IDS.length / 2)

const isTabId = (id: string): id is TabId => TAB_IDS.some((known) => known === id)

/**
 * What is wrong with an order of tab pages, in the specification's words where it has them; null for
 * one that the tab bar can show.
 */
export const tabOrderProblem = (paths: readonly string[]): string | null => {
  const unknown = paths.find((path) => !TAB_IDS.some((id) => tabPath(id) === path))
  if (unknown !== undefined) return `page ${unknown} is not found`
  const repeated = paths.find((path, index) => paths.indexOf(path) !== index)
  if (repeated !== undefined) return `tabBar page ${repeated} already exists`
  if (paths.length < TAB_IDS.length) return `The tab bar needs every tab page: ${TAB_IDS.join(", ")}.`
  if (paths[MIDDLE] !== tabPath("trade")) return "The button of trade stands in the middle of the tab bar."
  return null
}

/** The tab pages in the configured order; in the app's own for an order that cannot be shown. */
export const tabOrderOf = (paths: readonly string[]): readonly TabId[] =>
  tabOrderProblem(paths) === null
    ? paths.flatMap((path) => path.split("/").slice(3, 4)).filter(isTabId)
    : TAB_IDS

/** The darkest light and the lightest dark background that the accent is read on. */
const GROUND: { readonly light: Channels; readonly dark: Channels } = {
  light: [232, 238, 240],
  dark: [49, 56, 60],
}

/**
 * Null for an accent that is readable on the light backgrounds; else the nearest tone of its hue that
 * is, with the contrast of the given one. Undefined if the colour is malformed.
 */
export const accentProblem = (
  colour: string,
): { readonly contrast: number; readonly readable: string } | null | undefined => {
  const channels = channelsOf(colour)
  const readable = readableTone(colour, GROUND.light)
  if (channels === null || readable === null) return undefined
  const found = contrast(channels, GROUND.light)
  return found >= READABLE_CONTRAST ? null : { contrast: found, readable }
}

const LIGHT: Channels = [255, 255, 255]
const DARK: Channels = [26, 34, 38]

const blended = (colour: Channels, ground: Channels, share: number): string => {
  const [red, green, blue] = ground.map((channel, index) =>
    Math.round(channel + ((colour[index] ?? channel) - channel) * share),
  )
  return hexOf([red ?? 0, green ?? 0, blue ?? 0])
}

/**
 * The tokens of an accent in both themes, by name. The text on it keeps its own colours, white and
 * near-black. Empty for an accent that is malformed or not readable.
 */
export const accentTokens = (accent: string): Readonly<Record<string, string>> => {
  const light = channelsOf(accent)
  const dark = channelsOf(readableTone(accent, GROUND.dark) ?? "")
  if (light === null || dark === null || accentProblem(accent) !== null) return {}
  const both = (one: string, other: string) => `light-dark(${one}, ${other})`
  const tone = both(hexOf(light), hexOf(dark))
  return {
    "--accent": tone,
    "--accent-fill": tone,
    "--accent-press": both(hexOf(mixed(light, 0, 0.15)), hexOf(mixed(dark, 255, 0.12))),
    "--accent-soft": both(blended(light, LIGHT, 0.06), blended(dark, DARK, 0.1)),
  }
}

/** What the app applies of the configuration, kept on the device for the next start. */
export interface Appearance {
  /** Path of the logo's image on the server; null for the app's own. */
  readonly logo: string | null
  readonly icon: string | null
  /** #rrggbb; null for the app's own. */
  readonly accent: string | null
  readonly tabs: readonly TabId[]
}

export const OWN_APPEARANCE: Appearance = { logo: null, icon: null, accent: null, tabs: TAB_IDS }

/** The path of an image that operators gave; null for any other. */
const brandPath = (path: unknown): string | null =>
  typeof path === "string" && /^\/brand\/(?:logo|icon)-[0-9a-f]{16}\.webp$/.test(path) ? path : null

interface Configured {
  readonly logo: string
  readonly icon: string
  readonly style: { readonly accent?: string }
  readonly tabbar: { readonly pages: readonly string[] }
}

/** The appearance of a configuration. What cannot be shown is left at the app's own. */
export const appearanceOf = ({ logo, icon, style, tabbar }: Configured): Appearance => ({
  logo: brandPath(logo),
  icon: brandPath(icon),
  accent: accentProblem(style.accent ?? "") === null ? (style.accent ?? null) : null,
  tabs: tabOrderOf(tabbar.pages),
})

/** Reads what the device kept. Anything malformed is left at the app's own. */
export const storedAppearance = (stored: unknown): Appearance => {
  const field = (name: string): unknown => Reflect.get(Object(stored), name)
  const [accent, tabs] = [field("accent"), field("tabs")]
  return appearanceOf({
    logo: String(field("logo")),
    icon: String(field("icon")),
    style: typeof accent === "string" ? { accent } : {},
    tabbar: { pages: Array.isArray(tabs) ? tabs.map((id) => tabPath(String(id))) : [] },
  })
}
