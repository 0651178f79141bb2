/** What a search for paths gives: plain data, the same for the same machine and table. */
import type { EventObject } from "xstate"

export const PATH_KINDS = ["shortest", "simple", "coverage"] as const
/**
 * `shortest`: one shortest way to each state. `simple`: the ways that come through no state twice, short ones first. `coverage`: few long ways that together
 * take every transition, each also where it changes what it can change, and begin with every input.
 */
export type PathKind = (typeof PATH_KINDS)[number]

export interface PathStep {
  readonly event: EventObject
  /** The state after the event, "reconciling.asking"; states side by side have a space between. */
  readonly state: string
  /**
   * Ids of the transitions that the event takes, in order, those that follow by themselves
   * included.
   */
  readonly transitions: readonly string[]
  /**
   * What the machine itself says that this step is about: the descriptions of these transitions.
   */
  readonly meaning: string
}

export interface Path {
  /** Stable as long as the path is: kind, number and where it ends. */
  readonly name: string
  /** What the machine is begun with, where it takes an input. */
  readonly input?: unknown
  readonly start: string
  readonly steps: readonly PathStep[]
  /** The sum of its steps' weights; each step weighs 1. */
  readonly weight: number
}

/** How a reason begins where something can be reached and this set does not. */
export const LEFT_OUT = "no path of this set"

export interface Missed {
  readonly id: string
  readonly reason: string
}

export interface PathSet {
  readonly machine: string
  readonly kind: PathKind
  /** The state asked for, or null. */
  readonly to: string | null
  readonly paths: readonly Path[]
  readonly totals: {
    readonly paths: number
    readonly steps: number
    readonly weight: number
    readonly states: { readonly reached: number; readonly all: number }
    readonly transitions: { readonly taken: number; readonly all: number }
  }
  /**
   * States (by their path from the root) and transitions (by id) that no path of the set comes to,
   * each with the reason.
   */
  readonly missed: { readonly states: readonly Missed[]; readonly transitions: readonly Missed[] }
  /** What bounds the set, in sentences; empty where nothing was left out. */
  readonly bounds: readonly string[]
}
