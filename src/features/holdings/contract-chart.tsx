import { useMemo } from "react"
import { useIntl } from "react-intl"
import { tradesOf } from "../../domain/chart-bars.ts"
import type { Order } from "../../domain/entities.ts"
import { positionPrices } from "../../domain/position.ts"
import { codeOf, useCode } from "../../runtime/hooks/use-code.ts"
import { usePolling } from "../../runtime/hooks/use-polling.ts"
import { useQuery } from "../../runtime/hooks/use-query.ts"
import { Card } from "../../ui/Card.tsx"
import type { ChartLevel } from "../../ui/chart-canvas.ts"
import { ListGroup } from "../../ui/List.tsx"
import { PriceChart } from "../../ui/PriceChart.tsx"
import { useText } from "../../ui/use-text.ts"
import { Loaded } from "../patterns/loaded.tsx"

const chartCanvas = codeOf(() => import("../../ui/chart-canvas.ts"))

const POLL_MS = 5_000

/** Entry, levels in force, break-even and stop-out as lines. */
const useLines = (order: Order): readonly ChartLevel[] => {
  const text = useText()
  return useMemo(() => {
    const line = (id: string, price: string | null | undefined, label: string, isWarning = false) =>
      price == null ? [] : [{ id, price, label, tone: isWarning ? ("warning" as const) : undefined }]
    const prices = positionPrices(order)
    return [
      ...line("entry", order.openingPrice, text("receipt.entry")),
      ...line("break-even", prices?.breakEven, text("ticket.break-even")),
      ...line("stop-out", prices?.stopOut, text("ticket.stop-out"), true),
      ...line("stop-loss", order.stopLoss, text("ticket.stop-loss"), true),
      ...line("take-profit", order.takeProfit, text("ticket.take-profit")),
    ]
  }, [order, text])
}

/** The prices of a contract's own span, with its entry, exit and levels. */
export const ContractChart = ({ order }: { readonly order: Order }) => {
  const intl = useIntl()
  const bars = useQuery("orderChart", { id: order.id }, { refreshOn: ["member.changed"] })
  usePolling(order.status === "pending", bars.onRetry, { intervalMs: POLL_MS })
  const { code, isFailed, onRetry } = useCode(chartCanvas)
  const levels = useLines(order)
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
    />
  )
  return (
    <ListGroup title={title}>
      <Card>
        <Loaded query={bars} skeleton={chart(undefined)}>
          {chart}
        </Loaded>
      </Card>
    </ListGroup>
  )
}
