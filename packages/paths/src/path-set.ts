/** A set of generated paths: plain data, deterministic for a machine and its table. */
import type { EventObject } from "xstate"

export const PATH_KINDS = ["shortest", "simple", "coverage"] as const
/**
 * `shortest`: one shortest path to each state. `simple`: paths that visit no state twice, short ones
 * first. `coverage`: few long paths that together cover every transition, change and input.
 */
export type PathKind = (typeof PATH_KINDS)[number]

export interface PathStep {
  readonly event: EventObject
  /** The state after the event, "reconciling.asking"; parallel states are separated by a space. */
  readonly state: string
  /** Ids of the transitions taken, in order, eventless ones included. */
  readonly transitions: readonly string[]
  /** The descriptions of these transitions. */
  readonly meaning: string
}

export interface Path {
  /** Kind, number and last state. */
  readonly name: string
  /** The machine's input, if it has one. */
  readonly input?: unknown
  readonly start: string
  readonly steps: readonly PathStep[]
  /** The number of steps. */
  readonly weight: number
}

/** Begins the reason for something reachable that this set misses. */
export const LEFT_OUT = "no path of this set"

export interface Missed {
  readonly id: string
  readonly reason: string
}

export interface PathSet {
  readonly machine: string
  readonly kind: PathKind
  /** The requested end state, or null. */
  readonly to: string | null
  readonly paths: readonly Path[]
  readonly totals: {
    readonly paths: number
    readonly steps: number
    readonly weight: number
    readonly states: { readonly reached: number; readonly all: number }
    readonly transitions: { readonly taken: number; readonly all: number }
  }
  /** States (by path from the root) and transitions (by id) that no path covers, with the reason. */
  readonly missed: { readonly states: readonly Missed[]; readonly transitions: readonly Missed[] }
  /** Sentences that say what was omitted; empty if nothing was. */
  readonly bounds: readonly string[]
}
