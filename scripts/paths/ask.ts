/** What `npm run paths` is asked for, and the answer to it as text. */
import type { AnyStateMachine } from "xstate"
import type { Cases } from "./cases.ts"
import { type Format, formatted } from "./format.ts"
import { generatePaths } from "./generate.ts"
import type { PathKind } from "./path-set.ts"

export interface Wish {
  readonly kind: PathKind
  readonly format: Format
  readonly to?: string
  readonly max?: number
}

interface Subject {
  readonly machine: AnyStateMachine
  readonly cases: Cases
}

/** Throws where the machine has no such state, or where the machine's own code throws. */
export const pathsAsText = ({ machine, cases }: Subject, { format, ...options }: Wish): string =>
  formatted(generatePaths(machine, { ...options, cases }), format)
