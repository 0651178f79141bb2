/** One contract as accepted, opened and settled. */
import type { Order } from "../../src/domain/entities.ts"

/** Paid for, and waiting for its opening price. */
export const acceptedContract: Order = {
  id: "o1",
  product_id: "p1",
  symbol: "AAPL",
  name: "Apple",
  direction: "up",
  status: "pending",
  state: "accepted",
  stake: "10000.00",
  leverage: 5,
  period_days: 1,
  commission_ppm: 1_000,
  stop_out_bps: 10_000,
  quoted_price: "25.3900",
  slippage_bps: null,
  take_profit: null,
  stop_loss: null,
  accepted_at_ms: 1_000,
  opened_at_ms: null,
  opening_price: null,
  entry_seq: null,
  expires_at_ms: null,
  close_requested_at_ms: null,
  closed_at_ms: null,
  closing_price: null,
  exit_seq: null,
  gross: null,
  commission: null,
  net: null,
  credited: null,
  cancel_reason: null,
}

export const openedContract: Order = {
  ...acceptedContract,
  state: "opened",
  opened_at_ms: 1_100,
  opening_price: "25.4000",
  entry_seq: 2,
  expires_at_ms: 61_100,
}

/** Gross 10 000 × 5 × (25.91 − 25.40) / 25.40, commission 10 000 × 5 × 0.1 %. */
export const settledContract: Order = {
  ...openedContract,
  status: "completed",
  state: "settled",
  closed_at_ms: 61_100,
  closing_price: "25.9100",
  exit_seq: 9,
  gross: "1003.94",
  commission: "50.00",
  net: "953.94",
  credited: "10953.94",
}
