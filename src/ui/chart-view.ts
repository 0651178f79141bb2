/** What the chart library leaves to its user: price labels that cover each other, and the bars in view. */
import type { IChartApi, ISeriesApi } from "lightweight-charts"
import { type BarWindow, panned, zoomed } from "../domain/chart-bars.ts"

/** Labels of the price axis nearer than this to another one, or half as near to its end, are left out. */
const LABEL_PX = 15

/**
 * Leaves out labels of the price axis that the edge would cut or another label would cover. Returns
 * the function that names the prices with labels of their own.
 */
export const clearPriceAxis = (
  chart: IChartApi,
  series: ISeriesApi<"Area"> | ISeriesApi<"Candlestick">,
  labelOf: (price: number) => string,
) => {
  let own: readonly number[] = []
  const label = (price: number): string => {
    const topPx = series.priceToCoordinate(price)
    if (topPx === null) return labelOf(price)
    const heightPx = chart.panes()[0]?.getHeight() ?? Number.POSITIVE_INFINITY
    const isCut = topPx < LABEL_PX / 2 || topPx > heightPx - LABEL_PX / 2
    const isCovered = own.some(
      (other) => Math.abs((series.priceToCoordinate(other) ?? -LABEL_PX) - topPx) < LABEL_PX,
    )
    return isCut || isCovered ? "" : labelOf(price)
  }
  chart.applyOptions({ localization: { tickmarksPriceFormatter: (prices: number[]) => prices.map(label) } })
  return (prices: readonly number[]) => {
    own = prices
    // the library keeps its labels until an option of the axis changes
    series.priceScale().applyOptions({})
  }
}

/** Moves and widens the part of the bars in view. */
export const viewOf = (chart: IChartApi, countOf: () => number) => {
  const scale = chart.timeScale()
  let isWhole = true
  const showAll = () => {
    const was = isWhole
    isWhole = true
    scale.fitContent()
    return !was
  }
  const change = (next: (window: BarWindow, count: number) => BarWindow) => {
    const window = scale.getVisibleLogicalRange()
    if (window === null) return
    isWhole = false
    scale.setVisibleLogicalRange(next(window, countOf()))
  }
  return {
    showAll,
    /** After a change of size or of the bars. */
    fit: () => {
      if (isWhole) scale.fitContent()
    },
    zoom: (factor: number, leftPx: number) => {
      const at = scale.coordinateToLogical(leftPx)
      if (at !== null) change((window, count) => zoomed(window, factor, at, count))
    },
    pan: (byPx: number) =>
      change((window, count) => panned(window, (byPx * (window.to - window.from)) / scale.width(), count)),
  }
}
