/** What members begin with. */
import { Schema } from "effect"
import { type Kobo, koboOf } from "../../src/domain/money.ts"
import { isAmount } from "../../src/domain/validate.ts"
import { type Environment, read, textThat } from "./variable.ts"

export interface OpeningMoney {
  /** Credited to every new member, in kobo. */
  readonly registrationBonus: Kobo
  /** Opening balance of the demo login, in kobo. */
  readonly demoBalance: Kobo
  /** True gives the demo login of a new database a past. */
  readonly demoPast: boolean
}

/** A billion naira: far below what a balance can hold, so that sums stay within it. */
const amountMax = koboOf("1000000000")
const isBoundedAmount = (text: string): boolean => isAmount(text) && koboOf(text) <= amountMax

/** Reads an amount of naira; null where the variable is not set. */
export const readSetAmount = (environment: Environment, name: string): Kobo | null => {
  const expected = "an amount of naira up to 1000000000 with at most two decimals, such as 500.00"
  const text = read(environment, name, textThat(isBoundedAmount), null, expected)
  return text === null ? null : koboOf(text)
}

export const readAmount = (environment: Environment, name: string, fallback: string): Kobo =>
  readSetAmount(environment, name) ?? koboOf(fallback)

/** A demo with a past gives new members demo money too. */
export const readOpeningMoney = (environment: Environment, isDemo: boolean): OpeningMoney => {
  const past = read(environment, "DEMO_PAST", Schema.Literals(["0", "1"]), "0", "0 or 1")
  const demoPast = isDemo && past === "1"
  return {
    registrationBonus: readAmount(environment, "REGISTRATION_BONUS", demoPast ? "1000000" : "0"),
    demoBalance: isDemo ? readAmount(environment, "DEMO_BALANCE", "1000000") : 0n,
    demoPast,
  }
}
