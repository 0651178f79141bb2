/** One contract as accepted, opened and settled. */
import type { Order } from "../../src/domain/entities.ts"

/** Paid for, and waiting for its opening price. */
export const acceptedContract: Order = {
  id: "o1",
  productId: "p1",
  symbol: "AAPL",
  name: "Apple",
  direction: "up",
  status: "pending",
  state: "accepted",
  stake: "10000.00",
  leverage: 5,
  periodDays: 1,
  commissionPpm: 1_000,
  stopOutBps: 10_000,
  quotedPrice: "25.3900",
  slippageBps: null,
  takeProfit: null,
  stopLoss: null,
  acceptedAtMs: 1_000,
  openedAtMs: null,
  openingPrice: null,
  entrySeq: null,
  expiresAtMs: null,
  closeRequestedAtMs: null,
  closedAtMs: null,
  closingPrice: null,
  exitSeq: null,
  gross: null,
  commission: null,
  net: null,
  credited: null,
  cancelReason: null,
}

export const openedContract: Order = {
  ...acceptedContract,
  state: "opened",
  openedAtMs: 1_100,
  openingPrice: "25.4000",
  entrySeq: 2,
  expiresAtMs: 61_100,
}

/** Gross 10 000 × 5 × (25.91 − 25.40) / 25.40, commission 10 000 × 5 × 0.1 %. */
export const settledContract: Order = {
  ...openedContract,
  status: "completed",
  state: "settled",
  closedAtMs: 61_100,
  closingPrice: "25.9100",
  exitSeq: 9,
  gross: "1003.94",
  commission: "50.00",
  net: "953.94",
  credited: "10953.94",
}
