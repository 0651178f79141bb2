/** Answers a request of `npm run paths` as text. */
import type { AnyStateMachine } from "xstate"
import type { Cases } from "./cases.ts"
import { type Format, formatted } from "./format.ts"
import { generatePaths } from "./generate.ts"
import type { PathKind } from "./path-set.ts"

export interface PathRequest {
  readonly kind: PathKind
  readonly format: Format
  readonly to?: string
  readonly max?: number
}

interface Subject {
  readonly machine: AnyStateMachine
  readonly cases: Cases
}

/** Throws if the machine has no state `to`, or if the machine's own code throws. */
export const pathsAsText = ({ machine, cases }: Subject, { format, ...options }: PathRequest): string =>
  formatted(generatePaths(machine, { ...options, cases }), format)
