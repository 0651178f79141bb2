/**
 * Colour arithmetic for the tests of the tokens: OKLCH to light, contrast after WCAG 2, and how
 * colour-blind eyes see it.
 */
import { readFileSync } from "node:fs"

export type Oklch = readonly [lightness: number, chroma: number, hueDegrees: number]
/** Linear light, 0 to 1. */
export type Light = readonly [red: number, green: number, blue: number]

const clamp = (value: number): number => Math.min(1, Math.max(0, value))

/** Linear sRGB of an OKLCH colour; outside of 0 to 1 where the screen cannot show it. */
export const lightOf = ([lightness, chroma, hueDegrees]: Oklch): Light => {
  const hue = (hueDegrees * Math.PI) / 180
  const a = chroma * Math.cos(hue)
  const b = chroma * Math.sin(hue)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

const shown = ([red, green, blue]: Light): Light => [clamp(red), clamp(green), clamp(blue)]

/** The channels of a screen, 0 to 255. */
export const channelsOfToken = (colour: Oklch): readonly [number, number, number] => {
  const channel = (light: number): number =>
    Math.round(255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055))
  const [red, green, blue] = shown(lightOf(colour))
  return [channel(red), channel(green), channel(blue)]
}

const luminance = (colour: Oklch): number => {
  const [red, green, blue] = shown(lightOf(colour))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast ratio of two opaque colours, 1 to 21. */
export const contrast = (one: Oklch, other: Oklch): number => {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05)
}

type Row = readonly [number, number, number]

/** Machado, Oliveira and Fernandes 2009, severity 1. */
const blindness: Readonly<Record<"none" | "protanopia" | "deuteranopia", readonly [Row, Row, Row]>> = {
  none: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
}

export type Eyes = keyof typeof blindness

const seen = (colour: Oklch, eyes: Eyes): Light => {
  const [red, green, blue] = shown(lightOf(colour))
  const [first, second, third] = blindness[eyes]
  const mix = (row: Row): number => clamp(row[0] * red + row[1] * green + row[2] * blue)
  return [mix(first), mix(second), mix(third)]
}

const labOf = ([red, green, blue]: Light): Light => {
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

/** How far apart two colours are to these eyes, in OKLab; 0.02 is just noticeable. */
export const distance = (one: Oklch, other: Oklch, eyes: Eyes): number => {
  const a = labOf(seen(one, eyes))
  const b = labOf(seen(other, eyes))
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
}

interface Pair {
  readonly light: Oklch
  readonly dark: Oklch
}

const number = "([\\d.]+)"
const oklch = `oklch\\(${number} ${number} ${number}\\)`
const token = new RegExp(`^    --([\\w-]+): light-dark\\(\\s*${oklch},\\s*${oklch}\\s*\\);`, "gm")

/**
 * The opaque colour tokens of a style sheet, by name without the dashes; the first declaration of
 * each.
 */
const colourTokens = (css: string): ReadonlyMap<string, Pair> => {
  const found = new Map<string, Pair>()
  for (const [, name = "", ...numbers] of css.matchAll(token)) {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers.map(Number)
    if (!found.has(name)) found.set(name, { light: [a, b, c], dark: [d, e, f] })
  }
  return found
}

export const appTokens = colourTokens(readFileSync("src/styles/tokens.css", "utf8"))
