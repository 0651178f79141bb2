/** Contrast of colours, and the lightness at which one is readable on its background. */

/** Red, green and blue, 0 to 255. */
export type Channels = readonly [red: number, green: number, blue: number]

/** The least contrast of text (WCAG 2 AA). */
export const READABLE_CONTRAST = 4.5
/** Bisection steps. Ten are finer than one step of a channel. */
const HALVINGS = 10

/** Null if the colour is not #rgb or #rrggbb. */
export const channelsOf = (colour: string): Channels | null => {
  const [, digits = ""] = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(colour) ?? []
  if (digits === "") return null
  const width = digits.length / 3
  const channel = (index: number): number => {
    const digit = digits.slice(index * width, (index + 1) * width)
    return Number.parseInt(width === 1 ? digit + digit : digit, 16)
  }
  return [channel(0), channel(1), channel(2)]
}

const linear = (channel: number): number => {
  const share = channel / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

const luminance = ([red, green, blue]: Channels): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)

/** WCAG 2 contrast ratio, 1 to 21. */
export const contrast = (one: Channels, other: Channels): number => {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

export const hexOf = (channels: Channels): string =>
  `#${channels.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`

/** Mixes a share of black (`end` 0) or white (255) into the colour. The hue stays. */
export const mixed = ([red, green, blue]: Channels, end: number, share: number): Channels => {
  const step = (channel: number): number => Math.round(channel + (end - channel) * share)
  return [step(red), step(green), step(blue)]
}

/**
 * The colour if its contrast on the background is at least 4.5; else the nearest tone of its hue
 * with that contrast. Null if the colour is not #rgb or #rrggbb.
 */
export const readableTone = (colour: string, background: Channels): string | null => {
  const chosen = channelsOf(colour)
  if (chosen === null) return null
  if (contrast(chosen, background) >= READABLE_CONTRAST) return hexOf(chosen)
  const end = contrast(background, [0, 0, 0]) > contrast(background, [255, 255, 255]) ? 0 : 255
  let [unreadable, readable] = [0, 1]
  for (let halving = 0; halving < HALVINGS; halving += 1) {
    const middle = (unreadable + readable) / 2
    if (contrast(mixed(chosen, end, middle), background) >= READABLE_CONTRAST) readable = middle
    else unreadable = middle
  }
  return hexOf(mixed(chosen, end, readable))
}
