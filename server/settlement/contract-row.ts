import type { OrderRow } from "../orders/order-row.ts"
import type { Contract } from "./plan.ts"

/** The columns that settlement reads. */
export type ContractRow = Pick<
  OrderRow,
  | "id"
  | "symbol"
  | "direction"
  | "stake"
  | "leverage"
  | "period_days"
  | "commission_ppm"
  | "stop_out_bps"
  | "quoted_price"
  | "slippage_bps"
  | "take_profit"
  | "stop_loss"
  | "accepted_at_ms"
  | "opened_at_ms"
  | "opening_price"
  | "entry_seq"
  | "expires_at_ms"
  | "close_requested_at_ms"
>

/** A contract in the types of settlement. */
export const contractOf = (row: ContractRow): Contract => ({
  id: row.id,
  symbol: row.symbol,
  terms: {
    stakeKobo: row.stake,
    leverage: row.leverage,
    direction: row.direction,
    commissionPpm: row.commission_ppm,
    stopOutBps: row.stop_out_bps,
  },
  periodDays: row.period_days,
  quotedPrice: row.quoted_price,
  slippageBps: row.slippage_bps,
  takeProfit: row.take_profit,
  stopLoss: row.stop_loss,
  acceptedAtMs: Number(row.accepted_at_ms),
  closeRequestedAtMs: row.close_requested_at_ms === null ? null : Number(row.close_requested_at_ms),
  opened: openedOf(row),
})

const openedOf = (row: ContractRow): Contract["opened"] =>
  row.opened_at_ms === null ||
  row.opening_price === null ||
  row.entry_seq === null ||
  row.expires_at_ms === null
    ? null
    : {
        entry: { seq: Number(row.entry_seq), atMs: Number(row.opened_at_ms), price: row.opening_price },
        expiresAtMs: Number(row.expires_at_ms),
      }
