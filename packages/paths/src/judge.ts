/** Which mutants of a machine are noticed, and by what. */
import type { AnyStateMachine } from "xstate"
import type { Cases } from "./cases.ts"
import { isSameOn, trailsOfPaths, trailsOfSituations } from "./evidence.ts"
import { type MutantKind, mutantsOf } from "./mutants.ts"

export interface Verdict {
  /** The id of the mutant: what it lacks, by its name in the chart. */
  readonly mutant: string
  readonly kind: MutantKind
  /**
   * What noticed it first: a `path` of the covering set or its refusals, any event in any `situation`
   * of the table, or null.
   */
  readonly noticedBy: "path" | "situation" | null
}

/** One verdict per mutant. Throws if the machine itself does not repeat its observations. */
export const judgeMutants = (machine: AnyStateMachine, cases: Cases): readonly Verdict[] => {
  const paths = trailsOfPaths(machine, cases)
  if (!isSameOn(machine, paths)) throw new Error(`The machine ${machine.id} does not repeat itself`)
  const byPath = mutantsOf(machine).map((mutant) => ({ mutant, isAlive: isSameOn(mutant.make(), paths) }))
  const situations = byPath.some(({ isAlive }) => isAlive) ? trailsOfSituations(machine, cases) : []
  return byPath.map(({ mutant: { id, kind, make }, isAlive }) => {
    if (!isAlive) return { mutant: id, kind, noticedBy: "path" }
    return { mutant: id, kind, noticedBy: isSameOn(make(), situations) ? null : "situation" }
  })
}
