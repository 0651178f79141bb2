import type { User } from "../../src/domain/entities.ts"

/** A member as in the server's answers. */
export const memberOf = (id: string, more: Partial<User> = {}): User => ({
  id,
  username: `user-${id}`,
  level: 1,
  balance: "1000.00",
  available: "1000.00",
  unavailable: "0.00",
  invitationCode: "ABCD2345",
  creditScore: 60,
  verification: "none",
  bankCards: 0,
  cryptoAddresses: 0,
  vin: 0,
  ...more,
})
