import type { User } from "../../src/domain/entities.ts"

/** A member as in the server's answers. */
export const memberOf = (id: string, more: Partial<User> = {}): User => ({
  id,
  username: `user-${id}`,
  level: 1,
  balance: "1000.00",
  available: "1000.00",
  unavailable: "0.00",
  invitation_code: "ABCD2345",
  credit_score: 60,
  verification: "none",
  bank_cards: 0,
  crypto_addresses: 0,
  vin: 0,
  ...more,
})
