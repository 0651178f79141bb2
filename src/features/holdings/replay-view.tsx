import { useEffect, useEffectEvent, useMemo, useState } from "react"
import { type IntlShape, useIntl } from "react-intl"
import { contractPhase } from "../../../machines/contract.ts"
import type { Order, OrderDetail } from "../../domain/entities.ts"
import { amountOf, priceOf, priceUnitsOf } from "../../domain/money.ts"
import { decodeProof } from "../../domain/tick-log/settlement-proof.ts"
import { orderTerms, settle } from "../../domain/trade.ts"
import { type ReplayStop, replayOf } from "../../runtime/hooks/contract-replay.ts"
import { useSettlementCheck } from "../../runtime/hooks/use-settlement-check.ts"
import { type Format, useFormat } from "../../ui/format.ts"
import { Notice } from "../../ui/Notice.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { useText } from "../../ui/use-text.ts"
import styles from "./contract-overview.module.css"
import replayStyles from "./replay-view.module.css"
import { VerdictNotice } from "./settlement-check.tsx"

const ENDS = ["settled", "stopped_out", "closed_early", "take-profit", "stop-loss", "cancelled"] as const
const STATES = ["accepted", "opened", ...ENDS] as const

interface Formatters {
  readonly intl: IntlShape
  readonly format: Format
}

const tickText = (
  { intl, format }: Formatters,
  { seq, price }: { readonly seq: number; readonly price: string },
) => intl.formatMessage({ id: "receipt.tick" }, { price: format.price(price), seq: format.number(seq) })

/** What happened at a position. */
const happeningText = (formatters: Formatters, order: Order, stop: ReplayStop): string => {
  const { intl, format } = formatters
  if (stop.kind === "accepted")
    return `${format.instant(order.acceptedAtMs)} · ${intl.formatMessage({ id: "receipt.accepted" })}`
  if (stop.kind === "gap") {
    const { before, after, between } = stop.gap
    return intl.formatMessage(
      { id: "receipt.replay.unopened" },
      {
        from: format.number(before.seq),
        to: format.number(after.seq),
        low: format.price(priceOf(between.lowest)),
        high: format.price(priceOf(between.highest)),
      },
    )
  }
  const { event } = stop
  const time = format.instant(event.at)
  switch (event.type) {
    case "contract.ticked":
      return `${time} · ${tickText(formatters, event)}`
    case "contract.amended":
      return `${time} · ${intl.formatMessage({ id: "amend.changed" })}`
    case "contract.closeRequested":
      return `${time} · ${intl.formatMessage({ id: "receipt.close-requested" })}`
    default:
      return `${time} · ${intl.formatMessage({ id: "receipt.replay.passed" })}`
  }
}

/** The result at the last tick, as the settlement computes it; null before the entry. */
const resultText = ({ intl, format }: Formatters, order: Order, { snapshot }: ReplayStop): string | null => {
  const { entry, last } = snapshot.context
  if (entry === null || last === null) return null
  const { netKobo } = settle(orderTerms(order), priceUnitsOf(entry.price), priceUnitsOf(last.price))
  const label = intl.formatMessage({ id: "receipt.result-now" })
  return `${label}: ${format.amount(amountOf(netKobo), { signed: true })}`
}

/** The tick that decided, where the contract has ended by one. */
const decidedText = (formatters: Formatters, { snapshot }: ReplayStop): string | null => {
  const { last } = snapshot.context
  return snapshot.status !== "done" || last === null
    ? null
    : formatters.intl.formatMessage(
        { id: "receipt.replay.decided" },
        { tick: tickText(formatters, last), time: formatters.format.instant(last.at) },
      )
}

type Phase = ReturnType<typeof contractPhase>

const markOf = (state: (typeof STATES)[number], phase: Phase): "current" | "passed" | undefined => {
  if (state === phase || (state === "opened" && phase === "closing")) return "current"
  if (state === "accepted") return "passed"
  return state === "opened" && phase !== "accepted" && phase !== "cancelled" ? "passed" : undefined
}

/** The states of a contract; the one at this position is lit. */
const StateList = ({ phase }: { readonly phase: Phase }) => {
  const text = useText()
  return (
    <ol className={replayStyles.states} aria-label={text("receipt.replay.states")}>
      {STATES.map((state) => {
        const mark = markOf(state, phase)
        return (
          <li
            key={state}
            className={replayStyles.state}
            data-state={mark}
            aria-current={mark === "current" ? "step" : undefined}
          >
            {text(
              state === "accepted"
                ? "receipt.accepted"
                : `contract.state.${mark === "current" ? phase : state}`,
            )}
          </li>
        )
      })}
    </ol>
  )
}

const Scrubber = ({ order, stops }: { readonly order: Order; readonly stops: readonly ReplayStop[] }) => {
  const formatters = { intl: useIntl(), format: useFormat() }
  const text = useText()
  const [chosen, setChosen] = useState(stops.length - 1)
  const stop = stops[Math.min(chosen, stops.length - 1)]
  if (stop === undefined) return null
  const phase = contractPhase(stop.snapshot)
  const lines = [
    happeningText(formatters, order, stop),
    resultText(formatters, order, stop),
    decidedText(formatters, stop),
  ].filter((line) => line !== null)
  return (
    <>
      <StateList phase={phase} />
      <input
        type="range"
        className={replayStyles.slider}
        aria-label={text("receipt.replay.position")}
        aria-valuetext={[text(`contract.state.${phase}`), ...lines].join(". ")}
        min={0}
        max={stops.length - 1}
        value={chosen}
        onChange={(event) => setChosen(event.currentTarget.valueAsNumber)}
      />
      <div className={replayStyles.now}>
        {lines.map((line, index) =>
          index === 0 ? <strong key={line}>{line}</strong> : <p key={line}>{line}</p>,
        )}
      </div>
    </>
  )
}

/**
 * Plays a contract over the ticks of its proof, once the proof is verified: a position for each tick, for
 * what the member did, and for ticks that the proof does not open.
 */
export const ContractReplay = ({ detail }: { readonly detail: OrderDetail }) => {
  const text = useText()
  const { phase, found, check } = useSettlementCheck(detail)
  const start = useEffectEvent(check)
  useEffect(() => start(), [])
  const verdict = found?.verdict ?? null
  const isVerified = verdict?.kind === "verified"
  const stops = useMemo(() => {
    const proof = isVerified ? decodeProof(detail.proof ?? "") : null
    return proof === null ? [] : replayOf(detail.order, proof)
  }, [detail, isVerified])
  if (phase === "failed") return <Notice tone="warning">{text("receipt.check.impossible")}</Notice>
  if (verdict === null) return <Skeleton shape="row" count={3} />
  return (
    <div className={styles.stack}>
      {isVerified ? (
        <>
          <p className={styles.note}>{text("receipt.replay.note")}</p>
          <Scrubber order={detail.order} stops={stops} />
        </>
      ) : (
        <VerdictNotice verdict={verdict} />
      )}
    </div>
  )
}
