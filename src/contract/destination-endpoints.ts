/** The endpoints about a member's destinations of withdrawals: bank cards and crypto addresses. */
import { Schema } from "effect"
import { BankCard, CryptoAddress } from "../domain/cash.ts"
import { Id } from "../domain/entities.ts"
import { get, post } from "./endpoint.ts"

const text = Schema.String
const optional = Schema.optionalKey
const nothing = Schema.Struct({})

export const destinationEndpoints = {
  bankCards: get("api/bank/lists", {}, Schema.Array(BankCard), { summary: "The member's bank cards" }),
  // A `bank_code` makes it an account: `card_number` is then its number, and the code names the bank.
  bankCardAdd: post(
    "api/bank/add",
    {
      ...{ bankName: optional(text), bankCode: optional(text), cardNumber: text, username: text },
      confirmation: optional(Id),
    },
    BankCard,
    {
      wireNames: { bankName: "bank_name", bankCode: "bank_code", cardNumber: "card_number" },
      summary: "Add a bank card or a bank account",
    },
  ),
  bankCardRemove: post("api/bank/remove", { id: Id }, nothing, { summary: "Remove a bank card" }),
  cryptoAddresses: get("api/usdt/lists", {}, Schema.Array(CryptoAddress), {
    summary: "The member's crypto addresses",
  }),
  cryptoAddressAdd: post(
    "api/usdt/add",
    {
      ...{ network: text, address: text, exchange: optional(Schema.Boolean), tag: optional(text) },
      confirmation: optional(Id),
    },
    CryptoAddress,
    { summary: "Add a crypto address, of the member's own wallet or at an exchange" },
  ),
  cryptoAddressRemove: post("api/usdt/remove", { id: Id }, nothing, { summary: "Remove a crypto address" }),
} as const
