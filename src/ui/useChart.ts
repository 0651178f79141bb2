import { type RefObject, useEffect, useState } from "react"
import type { ChartCanvas, ChartKind, ChartLevel, ChartPoint } from "./chart-canvas.ts"
import { chartColoursOf, onThemeChange } from "./chart-colours.ts"
import { type Format, formatOf, useFormat } from "./format.ts"

export interface ChartState {
  readonly points: readonly ChartPoint[]
  readonly kind: ChartKind
  readonly levels: readonly ChartLevel[]
  /** Index of the chosen point. */
  readonly index: number | undefined
}

const toneOf = (points: readonly ChartPoint[]): "up" | "down" | "flat" => {
  const change = Number(points.at(-1)?.close ?? 0) - Number(points[0]?.open ?? 0)
  return change > 0 ? "up" : change < 0 ? "down" : "flat"
}

/** The price axis has no room for a unit. */
const labelsOf = (format: Format) => ({
  price: (value: number) => formatOf(format.tag).price(value.toFixed(4), 2),
  time: format.mark,
  day: (date: string, isLong: boolean) => format.calendarDay(date, isLong ? "month" : "day"),
})

/** Loads and mounts the canvas, and passes every change of state to it. */
export const useChart = (host: RefObject<HTMLDivElement | null>, state: ChartState) => {
  const { points, kind, levels, index } = state
  const format = useFormat()
  const [canvas, setCanvas] = useState<ChartCanvas>()
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const tone = toneOf(points)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads again
  useEffect(() => {
    let mounted: ChartCanvas | undefined
    let gone = false
    import("./chart-canvas.ts").then(
      ({ mountChart }) => {
        if (gone || !host.current) return
        mounted = mountChart(host.current, kind, labelsOf(format))
        setCanvas(mounted)
      },
      () => setFailed(true),
    )
    return () => {
      gone = true
      mounted?.remove()
      setCanvas(undefined)
    }
  }, [host, kind, format, attempt])
  useEffect(() => {
    const element = host.current
    if (!canvas || !element) return
    const paint = () => {
      canvas.paint(chartColoursOf(element, tone))
      canvas.levels(levels)
    }
    paint()
    return onThemeChange(paint)
  }, [canvas, host, tone, levels])
  useEffect(() => canvas?.show(points), [canvas, points])
  useEffect(() => canvas?.point(index), [canvas, index])
  return {
    ready: canvas !== undefined,
    failed,
    retry: () => {
      setFailed(false)
      setAttempt(attempt + 1)
    },
    indexAt: (leftPx: number) => canvas?.indexAt(leftPx),
  }
}
