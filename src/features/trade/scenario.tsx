import { useId, useState } from "react"
import { useIntl } from "react-intl"
import type { ScenarioPoint } from "../../domain/ticket-figures.ts"
import { Amount } from "../../ui/Amount.tsx"
import { Figures } from "../../ui/Figures.tsx"
import { ppmOfBps, useFormat } from "../../ui/format.ts"
import type { MessageId } from "../../ui/message-id.ts"
import { Price } from "../../ui/Price.tsx"
import styles from "./scenario.module.css"

/** Bar heights from −1 to 1. Floating point is precise enough for pixels. */
const heightsOf = (points: readonly ScenarioPoint[]): readonly number[] => {
  const values = points.map((point) => Number(point.net))
  const most = Math.max(1, ...values.map(Math.abs))
  return values.map((value) => value / most)
}

const Bars = ({ points, chosen }: { readonly points: readonly ScenarioPoint[]; readonly chosen: number }) => (
  <div className={styles.bars} aria-hidden="true">
    {heightsOf(points).map((height, index) => (
      <span
        key={points[index]?.changeBps}
        className={styles.bar}
        data-side={height < 0 ? "loss" : "gain"}
        data-chosen={index === chosen || undefined}
        style={{ "--height": String(Math.abs(height)) }}
      />
    ))}
  </div>
)

const Readout = ({ point }: { readonly point: ScenarioPoint }) => {
  const intl = useIntl()
  const text = (id: MessageId) => intl.formatMessage({ id })
  return (
    <Figures
      rows={[
        { id: "price", label: text("scenario.price"), value: <Price value={point.price} /> },
        { id: "net", label: text("scenario.net"), value: <Amount tone="result" value={point.net} /> },
        { id: "credited", label: text("scenario.credited"), value: <Amount value={point.credited} /> },
      ]}
    />
  )
}

/**
 * The result of the contract at price changes from −5 % to +5 %; it starts at the greatest loss.
 */
export const Scenario = ({
  points,
  direction,
}: {
  readonly points: readonly ScenarioPoint[]
  readonly direction: "up" | "down"
}) => {
  const intl = useIntl()
  const format = useFormat()
  const id = useId()
  const worst = direction === "up" ? 0 : points.length - 1
  const [picked, setPicked] = useState<number>()
  const chosen = Math.min(picked ?? worst, points.length - 1)
  const point = points[chosen]
  if (!point) return null
  const move = (bps: number) => format.percent(ppmOfBps(bps), { signed: true })
  return (
    <section className={styles.scenario} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {intl.formatMessage({ id: "scenario.title" }, { change: move(point.changeBps) })}
      </h2>
      <div className={styles.stage}>
        <Bars points={points} chosen={chosen} />
        <input
          type="range"
          className={styles.slider}
          min={0}
          max={points.length - 1}
          value={chosen}
          aria-label={intl.formatMessage({ id: "scenario.label" })}
          aria-valuetext={`${move(point.changeBps)}: ${format.amount(point.net, { signed: true })}`}
          onChange={(event) => setPicked(event.currentTarget.valueAsNumber)}
        />
      </div>
      <div className={styles.axis} aria-hidden="true">
        {[points[0], points[(points.length - 1) / 2], points.at(-1)].map((end, index) => (
          <span key={end?.changeBps ?? index}>{end ? move(end.changeBps) : null}</span>
        ))}
      </div>
      <Readout point={point} />
    </section>
  )
}
