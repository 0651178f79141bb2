import { useMemo, useState } from "react"
import { useIntl } from "react-intl"
import { tradesOf } from "../../domain/chart-bars.ts"
import { type ContractLine, contractLines } from "../../domain/contract-lines.ts"
import type { Order } from "../../domain/entities.ts"
import type { LevelKind } from "../../domain/trade.ts"
import { codeOf, useCode } from "../../runtime/hooks/use-code.ts"
import { usePolling } from "../../runtime/hooks/use-polling.ts"
import { useQuery } from "../../runtime/hooks/use-query.ts"
import { Card } from "../../ui/Card.tsx"
import type { ChartLevel } from "../../ui/chart-levels.ts"
import { useFormat } from "../../ui/format.ts"
import { ListGroup } from "../../ui/List.tsx"
import { PriceChart } from "../../ui/PriceChart.tsx"
import { type Text, useText } from "../../ui/use-text.ts"
import { Loaded } from "../patterns/loaded.tsx"
import styles from "./contract-overview.module.css"
import { More } from "./more.tsx"

const chartCanvas = codeOf(() => import("../../ui/chart-canvas.ts"))

const POLL_MS = 5_000

const LABELS = {
  entry: "receipt.entry",
  "break-even": "ticket.break-even",
  "stop-out": "ticket.stop-out",
  "stop-loss": "ticket.stop-loss",
  "take-profit": "ticket.take-profit",
  exit: "receipt.exit",
} as const satisfies Record<ContractLine["kind"], string>

/** The exit is a mark. A level that was changed ends at the exit. */
const levelsOf = (lines: readonly ContractLine[], { closedAtMs }: Order, text: Text): readonly ChartLevel[] =>
  lines.flatMap(({ kind, steps }) =>
    kind === "exit"
      ? []
      : [
          {
            id: kind,
            price: steps.at(-1)?.price ?? null,
            steps:
              steps.length === 1
                ? undefined
                : [...steps, ...(closedAtMs === null ? [] : [{ fromMs: closedAtMs, price: null }])],
            label: text(LABELS[kind]),
            tone: kind.startsWith("stop") ? ("warning" as const) : undefined,
          },
        ],
  )

/** The lines of the chart, each step a row. */
const LineTable = ({ lines }: { readonly lines: readonly ContractLine[] }) => {
  const format = useFormat()
  const text = useText()
  return (
    <More title={text("receipt.lines")}>
      <table className={styles.ticks}>
        <thead>
          <tr>
            <th scope="col">{text("receipt.lines.line")}</th>
            <th scope="col">{text("receipt.lines.from")}</th>
            <th scope="col">{text("receipt.ticks.price")}</th>
          </tr>
        </thead>
        <tbody>
          {lines.flatMap(({ kind, steps }) =>
            steps.map(({ fromMs, price }) => (
              <tr key={`${kind} ${fromMs}`}>
                <th scope="row">{text(LABELS[kind])}</th>
                <td>{format.instant(fromMs)}</td>
                <td>{price === null ? text("amend.no-level") : format.price(price)}</td>
              </tr>
            )),
          )}
        </tbody>
      </table>
    </More>
  )
}

/** A level that is being moved in the chart: the member's draft, which no price changes. */
export interface MovedLevel {
  readonly kind: LevelKind
  readonly price: string
}

const FIELD_OF = { "stop-loss": "stopLoss", "take-profit": "takeProfit" } as const

/** The levels that the member may move, each by its line; the draft line, and what to do with it. */
const useMovedLevel = (order: Order, onMoved: ((level: MovedLevel) => void) | undefined) => {
  const text = useText()
  const [draft, setDraft] = useState<MovedLevel | null>(null)
  if (onMoved === undefined) return { grips: [], draft: null }
  const grips = (["stop-loss", "take-profit"] as const).flatMap((kind) => {
    const price = draft?.kind === kind ? draft.price : order[FIELD_OF[kind]]
    const onCancel = () => setDraft(null)
    const onDrop = () => {
      if (draft?.kind === kind) onMoved(draft)
      onCancel()
    }
    const onMove = (moved: string) => setDraft({ kind, price: moved })
    return price === null ? [] : [{ id: kind, label: text(LABELS[kind]), price, onMove, onDrop, onCancel }]
  })
  return { grips, draft }
}

export interface ContractChartProps {
  readonly order: Order
  /** Takes a level that was moved; absent where no level can be changed. */
  readonly onMoved?: ((level: MovedLevel) => void) | undefined
}

/** The prices of a contract's own span, with its entry, exit and levels; the same as a table. */
export const ContractChart = ({ order, onMoved }: ContractChartProps) => {
  const intl = useIntl()
  const bars = useQuery("orderChart", { id: order.id }, { refreshOn: ["member.changed"] })
  usePolling(order.status === "pending", bars.onRetry, { intervalMs: POLL_MS })
  const { code, isFailed, onRetry } = useCode(chartCanvas)
  const text = useText()
  const lines = useMemo(() => contractLines(order), [order])
  const { grips, draft } = useMovedLevel(order, onMoved)
  const levels = useMemo(() => {
    const known = levelsOf(lines, order, text)
    const moved = draft && { id: "draft", price: draft.price, label: text(LABELS[draft.kind]) }
    return moved ? [...known, { ...moved, tone: "warning" as const }] : known
  }, [lines, order, text, draft])
  const trades = useMemo(() => tradesOf([order]), [order])
  const title = intl.formatMessage({ id: "receipt.chart" })
  const chart = (points: typeof bars.data) => (
    <PriceChart
      code={{ mount: code?.mountChart, isFailed, onRetry }}
      label={`${order.symbol}, ${title}`}
      points={points}
      kind={points?.some(({ high, low }) => high !== low) === true ? "candle" : "area"}
      levels={levels}
      trades={trades}
      grips={grips}
    />
  )
  return (
    <ListGroup title={title}>
      <Card>
        <Loaded query={bars} skeleton={chart(undefined)}>
          {chart}
        </Loaded>
        <LineTable lines={lines} />
      </Card>
    </ListGroup>
  )
}
