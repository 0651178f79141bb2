import { ppmOfBps, useFormat } from "../../ui/format.ts"
import { Segmented } from "../../ui/Segmented.tsx"
import { useText } from "../../ui/use-text.ts"
import overviewStyles from "./contract-overview.module.css"

/** Tolerances in basis points; "any" closes at every price. */
const TOLERANCES = ["any", "50", "100", "200"] as const
export type Tolerance = (typeof TOLERANCES)[number]

interface ToleranceProps {
  readonly chosen: Tolerance
  readonly onChoose: (chosen: Tolerance) => void
  readonly isWaiting: boolean
}

/** How much worse than the price shown the next one may be. */
export const ToleranceChoice = ({ chosen, onChoose, isWaiting }: ToleranceProps) => {
  const text = useText()
  const format = useFormat()
  const shareOf = (value: Tolerance) =>
    value === "any" ? text("close.any-price") : format.percent(ppmOfBps(Number(value)))
  return (
    <>
      <Segmented
        label={text("ticket.slippage")}
        value={chosen}
        options={TOLERANCES.map((value) => ({ value, label: shareOf(value) }))}
        onChange={onChoose}
        error={isWaiting ? text("close.tolerance.wait") : undefined}
      />
      {chosen === "any" ? null : <p className={overviewStyles.note}>{text("close.tolerance.hint")}</p>}
    </>
  )
}
