/** What became of a contract in the past of its symbol: in the ticket, and of an ended contract. */
import { useMemo, useState } from "react"
import type { Order } from "../../domain/entities.ts"
import {
  PAST_CONTRACTS_MIN,
  type PastContract,
  type PastOdds,
  pastContractOf,
} from "../../domain/past-odds.ts"
import { levelShares } from "../../domain/ticket-figures.ts"
import type { LevelKind } from "../../domain/trade.ts"
import { useTicketContract } from "../../runtime/hooks/use-order-ticket.ts"
import { usePastOdds } from "../../runtime/hooks/use-past-odds.ts"
import { Amount } from "../../ui/Amount.tsx"
import { type Figure, Figures } from "../../ui/Figures.tsx"
import { useFormat } from "../../ui/format.ts"
import { Segmented } from "../../ui/Segmented.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { useText } from "../../ui/use-text.ts"
import { Loaded } from "../patterns/loaded.tsx"
import styles from "./contract-overview.module.css"
import { More } from "./more.tsx"

const OddsFigures = ({ odds }: { readonly odds: PastOdds }) => {
  const text = useText()
  const format = useFormat()
  const result = (id: "worst" | "middle" | "best"): Figure => ({
    id,
    label: text(`past.${id}`),
    value: <Amount tone="result" value={odds[id]} />,
  })
  const stopped = text("past.at-least", { share: format.percent(odds.stoppedPpm) })
  return (
    <Figures
      rows={[
        { id: "stopped", label: text("past.stopped"), value: stopped },
        { id: "gained", label: text("past.gained"), value: format.percent(odds.gainedPpm) },
        ...[result("worst"), result("middle"), result("best")],
      ]}
    />
  )
}

interface OddsProps {
  readonly symbol: string
  /** Null while the ticket is incomplete. */
  readonly contract: PastContract | null
}

const Odds = ({ symbol, contract }: OddsProps) => {
  const text = useText()
  const format = useFormat()
  const { past, odds } = usePastOdds(symbol, contract)
  const skeleton = <Skeleton shape="row" count={5} />
  if (contract === null) return <p className={styles.note}>{text("past.incomplete")}</p>
  return (
    <Loaded query={past} skeleton={skeleton}>
      {({ from, to }) => {
        if (odds === undefined) return skeleton
        if (odds === null || from === null || to === null)
          return (
            <p className={styles.note}>
              {text("past.too-little", { min: format.number(PAST_CONTRACTS_MIN) })}
            </p>
          )
        const days = { from: format.calendarDay(from), to: format.calendarDay(to) }
        return (
          <div className={styles.stack}>
            <p className={styles.note}>
              {text("past.about", { count: format.number(odds.contracts), ...days })}
            </p>
            <OddsFigures odds={odds} />
            <p className={styles.note}>{text("past.note")}</p>
          </div>
        )
      }}
    </Loaded>
  )
}

const TicketOdds = ({ symbol }: Pick<OddsProps, "symbol">) => (
  <Odds symbol={symbol} contract={useTicketContract(symbol)} />
)

/** The edited ticket in the past, folded. */
export const TicketPast = (props: Pick<OddsProps, "symbol">) => (
  <More title={useText()("past.title")}>
    <TicketOdds {...props} />
  </More>
)

const FIELD_OF = { "stop-loss": "stopLoss", "take-profit": "takeProfit" } as const

interface ContractProps {
  readonly order: Order
  /** Its entry. */
  readonly price: string
}

/** The levels that a contract could have had: its own, none, or at 5 and 10 % of its stake. */
const useOtherLevel = (kind: LevelKind, { order, price }: ContractProps) => {
  const text = useText()
  const format = useFormat()
  const own = order[FIELD_OF[kind]]
  const [chosen, setChosen] = useState("own")
  const shares = levelShares(kind, order, price).flatMap(({ percent, level }) =>
    level === null
      ? []
      : [{ value: String(percent), level, label: format.percent(percent * 10_000, { signed: true }) }],
  )
  const options = [
    ...(own === null ? [] : [{ value: "own", level: own, label: text("past.own") }]),
    { value: own === null ? "own" : "none", level: null, label: text("amend.no-level") },
    ...shares,
  ]
  return {
    level: options.find(({ value }) => value === chosen)?.level ?? null,
    field: <Segmented label={text(`ticket.${kind}`)} value={chosen} options={options} onChange={setChosen} />,
  }
}

const OtherLevels = (props: ContractProps) => {
  const { order, price } = props
  const stop = useOtherLevel("stop-loss", props)
  const profit = useOtherLevel("take-profit", props)
  const contract = useMemo(
    () => pastContractOf({ ...order, stopLoss: stop.level, takeProfit: profit.level }, price),
    [order, price, stop.level, profit.level],
  )
  return (
    <div className={styles.stack}>
      {stop.field}
      {profit.field}
      <Odds symbol={order.symbol} contract={contract} />
    </div>
  )
}

/** An ended contract in the past with its own and other levels, folded. */
export const ContractPast = (props: ContractProps) => (
  <More title={useText()("past.title")}>
    <OtherLevels {...props} />
  </More>
)
