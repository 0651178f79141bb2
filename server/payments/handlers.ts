import type { Config } from "../config.ts"
import type { Handlers } from "../core/handler.ts"
import type { Vault } from "../core/vault.ts"
import type { Db } from "../db/db.ts"
import { addBankCard, listBankCards, removeBankCard } from "./bank-cards.ts"
import { addCryptoAddress, listCryptoAddresses, removeCryptoAddress } from "./crypto-addresses.ts"
import { createDeposit, listDepositNetworks, listDeposits } from "./deposits.ts"
import { listIncome } from "./income.ts"
import { readWallet } from "./wallet.ts"
import { createWithdrawal, listWithdrawals, listWithdrawalTerms, readWithdrawal } from "./withdrawals.ts"

type CashEndpoint =
  | "walletSummary"
  | "income"
  | "depositNetworks"
  | "depositCreate"
  | "deposits"
  | "withdrawalTerms"
  | "withdrawalCreate"
  | "withdrawals"
  | "withdrawal"
  | "bankCards"
  | "bankCardAdd"
  | "bankCardRemove"
  | "cryptoAddresses"
  | "cryptoAddressAdd"
  | "cryptoAddressRemove"

export type CashServices = Db | Config | Vault

/** Money in and out, and where it may go. */
export const cashHandlers: Handlers<CashEndpoint, CashServices> = {
  walletSummary: readWallet,
  income: listIncome,
  depositNetworks: listDepositNetworks,
  depositCreate: createDeposit,
  deposits: listDeposits,
  withdrawalTerms: listWithdrawalTerms,
  withdrawalCreate: createWithdrawal,
  withdrawals: listWithdrawals,
  withdrawal: readWithdrawal,
  bankCards: listBankCards,
  bankCardAdd: addBankCard,
  bankCardRemove: removeBankCard,
  cryptoAddresses: listCryptoAddresses,
  cryptoAddressAdd: addCryptoAddress,
  cryptoAddressRemove: removeCryptoAddress,
}
