/** Answers a request for paths, or for verdicts on mutants, as text. */
import type { AnyStateMachine } from "xstate"
import { type Cases, walkOf } from "./cases.ts"
import { driverSkeleton, ownEventsOf } from "./driver.ts"
import { type Format, formatted } from "./format.ts"
import { generatePaths } from "./generate.ts"
import { judgeMutants } from "./judge.ts"
import type { PathKind } from "./path-set.ts"

interface PathsRequest {
  readonly kind: PathKind
  readonly format: Format
  readonly to?: string
  readonly max?: number
  /** Every event of the table, also where no screen offers it. */
  readonly isAll?: boolean
  /** The export that is the machine, of a file with several. */
  readonly exported?: string
}

/** The answer is a list of verdicts as JSON. */
interface MutantsRequest {
  readonly kind: "mutants"
  readonly exported?: string
}

/** The answer is the text of a driver. */
interface DriverRequest {
  readonly kind: "driver"
  /** The specifier of the machine's file, as seen from the driver's. */
  readonly machineFile: string
  readonly exported?: string
}

export type PathRequest = PathsRequest | MutantsRequest | DriverRequest

export interface Subject {
  readonly machine: AnyStateMachine
  readonly cases: Cases
  /** The name of its export. */
  readonly exported?: string
}

/** Throws if the machine has no state `to`, or if the machine's own code throws. */
export const pathsAsText = (
  { machine, cases, exported = "default" }: Subject,
  request: PathRequest,
): string => {
  if (request.kind === "mutants") return JSON.stringify(judgeMutants(machine, cases))
  if (request.kind === "driver")
    return driverSkeleton(machine, exported, ownEventsOf(machine), {
      machine: request.machineFile,
      driver: "@financial-links/paths",
    })
  const { format, isAll = false, exported: _, ...options } = request
  return formatted(generatePaths(machine, { ...options, cases: isAll ? cases : walkOf(cases) }), format)
}
