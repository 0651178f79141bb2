/** Events after which a balance shown is no longer the latest. */
export const BALANCE_FACTS = [
  "order.accepted",
  "order.settled",
  "close.accepted",
  "deposit.accepted",
  "withdrawal.accepted",
] as const
