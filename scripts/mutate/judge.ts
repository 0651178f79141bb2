/** Which mutants of a machine are noticed, and by what. */
import type { AnyStateMachine } from "xstate"
import type { Cases } from "../../packages/paths/src/cases.ts"
import { isSameOn, trailsOfPaths, trailsOfSituations } from "./evidence.ts"
import { type Mutant, mutantsOf } from "./mutants.ts"
import type { Recordings } from "./recordings.ts"

/**
 * What noticed a mutant first: a `path` of the covering set or its refusals, any event in any
 * `situation` of the table, or null.
 */
type Noticed = "path" | "situation" | null

export interface Verdict {
  readonly mutant: string
  readonly kind: Mutant["kind"]
  readonly noticed: Noticed
  /** Whether the browser's recordings distinguish the mutant; null without recordings. */
  readonly inBrowser: boolean | null
}

/**
 * Throws if the machine itself does not reproduce its observations: verdicts would mean nothing.
 */
export const judge = (
  machine: AnyStateMachine,
  cases: Cases,
  mutants: readonly Mutant[] = mutantsOf(machine),
  recordings: Recordings | null = null,
): readonly Verdict[] => {
  const paths = trailsOfPaths(machine, cases)
  if (!isSameOn(machine, paths)) throw new Error(`the machine ${machine.id} does not repeat itself`)
  const byPath = mutants.map((mutant) => ({ mutant, isAlive: isSameOn(mutant.make(), paths) }))
  const isNeeded = byPath.some(({ isAlive }) => isAlive)
  const situations = isNeeded ? trailsOfSituations(machine, cases) : []
  return byPath.map(({ mutant, isAlive }) => ({
    mutant: mutant.id,
    kind: mutant.kind,
    noticed: !isAlive ? "path" : isSameOn(mutant.make(), situations) ? null : "situation",
    inBrowser: recordings === null ? null : !isSameOn(mutant.make(), recordings.trails),
  }))
}

/** The errors of a list of equivalent mutants: missing ones, and ones that are not equivalent. */
export const listErrors = (
  verdicts: readonly Verdict[],
  listed: Readonly<Record<string, string>>,
): { readonly missing: readonly string[]; readonly needless: readonly string[] } => {
  const alive = verdicts.filter(({ noticed }) => noticed === null).map(({ mutant }) => mutant)
  return {
    missing: alive.filter((id) => !Object.hasOwn(listed, id)),
    needless: Object.keys(listed).filter((id) => !alive.includes(id)),
  }
}
