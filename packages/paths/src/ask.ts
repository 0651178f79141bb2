/** Answers a request for paths as text. */
import type { AnyStateMachine } from "xstate"
import { type Cases, walkOf } from "./cases.ts"
import { type Format, formatted } from "./format.ts"
import { generatePaths } from "./generate.ts"
import type { PathKind } from "./path-set.ts"

export interface PathRequest {
  readonly kind: PathKind
  readonly format: Format
  readonly to?: string
  readonly max?: number
  /** Every event of the table, also where no screen offers it. */
  readonly isAll?: boolean
  /** The export that is the machine, of a file with several. */
  readonly exported?: string
}

export interface Subject {
  readonly machine: AnyStateMachine
  readonly cases: Cases
}

/** Throws if the machine has no state `to`, or if the machine's own code throws. */
export const pathsAsText = (
  { machine, cases }: Subject,
  { format, isAll = false, exported: _, ...options }: PathRequest,
): string => formatted(generatePaths(machine, { ...options, cases: isAll ? cases : walkOf(cases) }), format)
