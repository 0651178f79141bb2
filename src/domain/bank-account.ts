/**
 * The Nigerian uniform bank account number (NUBAN): nine digits that the bank assigns and a check
 * digit. The check digit also covers the bank's code, so that most mistaken banks are noticed too.
 */
import { type FieldProblem, patternProblem } from "./validate.ts"

const ACCOUNT_NUMBER_LENGTH = { min: 10, max: 10 } as const

/** The weights of the three digits of the bank's code and the nine of the account, from the left. */
const WEIGHTS = [3, 7, 3, 3, 7, 3, 3, 7, 3, 3, 7, 3]

/**
 * The check digit as the Central Bank of Nigeria defines it: the weighted sum, completed to the
 * next ten. `digits` is the bank's code and the first nine digits of the account.
 */
const checkDigit = (digits: string): number => {
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * Number(digits[index]), 0)
  return (10 - (sum % 10)) % 10
}

/** True where the check digit fits the account and the bank's three-digit code. */
export const isBankAccount = (account: string, bankCode: string): boolean =>
  /^\d{10}$/.test(account) &&
  /^\d{3}$/.test(bankCode) &&
  checkDigit(bankCode + account.slice(0, 9)) === Number(account[9])

export const bankAccountProblem = (account: string, bankCode: string): FieldProblem | null =>
  patternProblem(account, ACCOUNT_NUMBER_LENGTH, /^\d+$/) ??
  // without a bank the digit cannot be checked yet
  (bankCode === "" || isBankAccount(account, bankCode) ? null : { reason: "account-checksum" })
