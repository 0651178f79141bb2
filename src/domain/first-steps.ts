/** How far a new member has come. Pure. */
import type { AccountChange } from "./cash.ts"

export const FIRST_STEPS = ["deposit", "buy", "settle", "check", "withdraw"] as const
export type FirstStep = (typeof FIRST_STEPS)[number]

type Change = Pick<AccountChange, "profit" | "record">

/** The contract that was last settled with a result; null without one. `changes`: newest first. */
export const lastSettledId = (changes: readonly Change[]): string | null =>
  changes.find(({ profit }) => profit !== null)?.record?.id ?? null

/** The steps that the changes of the balance do not show. `hasChecked`: a settlement was checked. */
export const stepsLeft = (changes: readonly Change[], hasChecked: boolean): readonly FirstStep[] => {
  const kinds = new Set(changes.map(({ record }) => record?.kind))
  const isDone: Readonly<Record<FirstStep, boolean>> = {
    deposit: kinds.has("deposit"),
    buy: kinds.has("contract"),
    settle: lastSettledId(changes) !== null,
    check: hasChecked,
    withdraw: kinds.has("withdrawal"),
  }
  return FIRST_STEPS.filter((step) => !isDone[step])
}
