/** The lines of a contract's chart and the rows of its table: entry, levels as they were set, and exit. */
import type { Order } from "./entities.ts"
import { positionPrices } from "./position.ts"

/** A price from a time on; null: none. */
export interface LineStep {
  readonly fromMs: number
  readonly price: string | null
}

export interface ContractLine {
  readonly kind: "entry" | "break-even" | "stop-out" | "stop-loss" | "take-profit" | "exit"
  /** Oldest first, each with another price than the one before. */
  readonly steps: readonly LineStep[]
}

/** A level, agreed and changed. */
const levelSteps = (order: Order, name: "stopLoss" | "takeProfit"): readonly LineStep[] => {
  const { agreed = order, amendments = [] } = order.levelHistory ?? {}
  const steps = [{ fromMs: order.acceptedAtMs, price: agreed[name] }]
  for (const { atMs, [name]: price } of amendments)
    if (price !== steps.at(-1)?.price) steps.push({ fromMs: atMs, price })
  return steps.length === 1 && agreed[name] === null ? [] : steps
}

const step = (fromMs: number | null, price: string | null | undefined): readonly LineStep[] =>
  fromMs === null || price == null ? [] : [{ fromMs, price }]

/** Lines without a price at any time are left out. */
export const contractLines = (order: Order): readonly ContractLine[] => {
  const prices = positionPrices(order)
  const lines: readonly ContractLine[] = [
    { kind: "entry", steps: step(order.openedAtMs, order.openingPrice) },
    { kind: "break-even", steps: step(order.openedAtMs, prices?.breakEven) },
    { kind: "stop-out", steps: step(order.openedAtMs, prices?.stopOut) },
    { kind: "stop-loss", steps: levelSteps(order, "stopLoss") },
    { kind: "take-profit", steps: levelSteps(order, "takeProfit") },
    { kind: "exit", steps: step(order.closedAtMs, order.closingPrice) },
  ]
  return lines.filter(({ steps }) => steps.length > 0)
}
