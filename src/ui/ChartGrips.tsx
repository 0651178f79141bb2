import { type KeyboardEvent, type PointerEvent, useEffect, useState } from "react"
import { priceOf, priceUnitsOf } from "../domain/money.ts"
import type { ChartCanvas } from "./chart-canvas.ts"
import { useFormat } from "./format.ts"
import styles from "./PriceChart.module.css"

/** A line that the member moves: by dragging its grip, or by its arrow keys. */
export interface ChartGrip {
  readonly id: string
  readonly label: string
  readonly price: string
  readonly onMove: (price: string) => void
  /** The line was let go, or taken over by Enter. */
  readonly onDrop: () => void
  /** It is left where it was. */
  readonly onCancel: () => void
}

/** An arrow key moves a line by a thousandth of its price. */
const KEY_STEPS: Readonly<Record<string, bigint>> = { ArrowUp: 1n, ArrowDown: -1n }
const STEPS_A_PRICE = 1_000n

const moved = (price: string, steps: bigint): string => {
  const units = priceUnitsOf(price)
  const next = units + (steps * units) / STEPS_A_PRICE
  return priceOf(next > 0n ? next : units)
}

interface GripProps {
  readonly grip: ChartGrip
  readonly canvas: ChartCanvas
  /** Changes with what is drawn, and so with where a price is. */
  readonly drawn: unknown
}

const Grip = ({ grip, canvas, drawn }: GripProps) => {
  const format = useFormat()
  const [topPx, setTopPx] = useState<number | null>(null)
  const [isHeld, setIsHeld] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place of a price changes with what is drawn
  useEffect(() => {
    // the chart scales its prices in its own frame
    const frame = requestAnimationFrame(() => setTopPx(canvas.topOf(Number(grip.price))))
    return () => cancelAnimationFrame(frame)
  }, [canvas, grip.price, drawn])
  if (topPx === null) return null
  const drag = ({ clientY, currentTarget }: PointerEvent) => {
    const stage = currentTarget.parentElement?.getBoundingClientRect()
    const price = stage && isHeld ? canvas.priceAt(clientY - stage.top) : null
    if (price !== null && price > 0) grip.onMove(`${price.toFixed(2)}00`)
  }
  const release = () => {
    if (isHeld) grip.onDrop()
    setIsHeld(false)
  }
  const press = (event: KeyboardEvent) => {
    const steps = KEY_STEPS[event.key]
    if (steps === undefined && event.key !== "Enter") return
    event.preventDefault()
    if (steps === undefined) grip.onDrop()
    else grip.onMove(moved(grip.price, steps))
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      className={styles.grip}
      style={{ insetBlockStart: `clamp(1rem, ${topPx}px, calc(100% - 1rem))` }}
      aria-label={grip.label}
      aria-orientation="vertical"
      aria-valuenow={Number(grip.price)}
      aria-valuetext={format.price(grip.price)}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        setIsHeld(true)
      }}
      onPointerMove={drag}
      onPointerUp={release}
      onPointerCancel={() => {
        setIsHeld(false)
        grip.onCancel()
      }}
      onBlur={grip.onCancel}
      onKeyDown={press}
    />
  )
}

export const ChartGrips = ({
  grips,
  ...rest
}: Omit<GripProps, "grip"> & { readonly grips: readonly ChartGrip[] }) =>
  grips.map((grip) => <Grip key={grip.id} grip={grip} {...rest} />)
