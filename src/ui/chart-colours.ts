/** The colours of a chart, resolved for a canvas. */
export interface ChartColours {
  readonly text: string
  readonly line: string
  readonly up: string
  readonly down: string
  readonly warn: string
  /** Stroke and fill of an area chart, by its direction. */
  readonly stroke: string
  /** Text on the stroke colour. */
  readonly onStroke: string
  readonly top: string
  readonly bottom: string
  readonly font: string
}

export type ChartTone = "up" | "down" | "flat"

const toneTokens: Readonly<Record<ChartTone, string>> = { up: "--up", down: "--down", flat: "--ink-3" }

/**
 * Resolves tokens in the current theme: a probe element computes the colour, one canvas pixel
 * converts it to sRGB.
 */
const resolver = (element: HTMLElement) => {
  const probe = element.ownerDocument.createElement("span")
  const pixel = element.ownerDocument.createElement("canvas").getContext("2d", { willReadFrequently: true })
  return {
    colour: (token: string, alpha = 1): string => {
      probe.style.color = `var(${token})`
      element.append(probe)
      const computed = getComputedStyle(probe).color
      probe.remove()
      if (!pixel) return computed
      pixel.fillStyle = computed
      pixel.fillRect(0, 0, 1, 1)
      const [red, green, blue] = pixel.getImageData(0, 0, 1, 1).data
      return `rgba(${red}, ${green}, ${blue}, ${alpha})`
    },
  }
}

/** The current values of the tokens at this element. */
export const chartColoursOf = (element: HTMLElement, tone: ChartTone): ChartColours => {
  const { colour } = resolver(element)
  const token = toneTokens[tone]
  return {
    text: colour("--ink-3"),
    line: colour("--line"),
    up: colour("--up"),
    down: colour("--down"),
    warn: colour("--warn"),
    stroke: colour(token),
    onStroke: colour("--surface"),
    top: colour(token, 0.2),
    bottom: colour(token, 0),
    font: getComputedStyle(element).fontFamily,
  }
}

/** Calls back when the member or the system changes the theme or the colours. Returns the unsubscribe function. */
export const onThemeChange = (callback: () => void): (() => void) => {
  const root = document.documentElement
  const observer = new MutationObserver(callback)
  observer.observe(root, { attributes: true, attributeFilter: ["data-theme", "data-colours", "lang"] })
  const system = matchMedia("(prefers-color-scheme: dark)")
  system.addEventListener("change", callback)
  return () => {
    observer.disconnect()
    system.removeEventListener("change", callback)
  }
}
