/** How far a new member has come, from what has changed the balance. Pure. */
import type { AccountChange } from "./cash.ts"

type Change = Pick<AccountChange, "profit" | "record">

export interface FirstSteps {
  readonly hasDeposited: boolean
  readonly hasBought: boolean
  /** The last contract that was settled with a result; null before the first. */
  readonly settledId: string | null
  readonly hasWithdrawn: boolean
}

/** Null if there are more changes than these: such a member knows the way. `changes`: newest first. */
export const firstStepsOf = (changes: readonly Change[], hasMore: boolean): FirstSteps | null => {
  if (hasMore) return null
  const kinds = new Set(changes.map(({ record }) => record?.kind))
  return {
    hasDeposited: kinds.has("deposit"),
    hasBought: kinds.has("contract"),
    settledId: changes.find(({ profit }) => profit !== null)?.record?.id ?? null,
    hasWithdrawn: kinds.has("withdrawal"),
  }
}
