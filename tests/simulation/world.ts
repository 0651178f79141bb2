import type { Dice } from "../chaos/seeded-dice.ts"
import type { SimulatedMember } from "./commands.ts"
import type { SimulatedDatabase } from "./database.ts"
import type { ServerProcess } from "./process.ts"
import type { Trail } from "./trail.ts"
import type { VirtualTime } from "./virtual-time.ts"

/** What the parts of a run share. */
export interface World {
  readonly time: VirtualTime
  readonly database: SimulatedDatabase
  readonly dice: Dice
  readonly trail: Trail
  readonly processes: readonly [ServerProcess, ...ServerProcess[]]
  readonly members: ReadonlyArray<SimulatedMember>
  /** Runs `event` when so much virtual time has passed. */
  readonly after: (delayMs: number, event: () => void) => void
  /** A broken promise ends the run. */
  readonly problem: (what: string) => void
  /** The member's books are looked at after this step. */
  readonly touch: (memberId: string) => void
  /** The time of the last tick before this step. */
  readonly lastTickMs: () => number
  /** True while the run heals: no new commands and no new faults. */
  readonly isHealing: () => boolean
}

interface Planned {
  readonly atMs: number
  readonly event: () => void
}

/** Events in the order of their time; at one time in the order of planning. */
export const makeAgenda = (time: VirtualTime) => {
  const planned: Planned[] = []
  return {
    after: (delayMs: number, event: () => void) => {
      const atMs = time.nowMs() + Math.max(1, Math.round(delayMs))
      let low = 0
      let high = planned.length
      while (low < high) {
        const middle = (low + high) >>> 1
        if ((planned[middle]?.atMs ?? 0) <= atMs) low = middle + 1
        else high = middle
      }
      planned.splice(low, 0, { atMs, event })
    },
    nextMs: () => planned[0]?.atMs ?? Number.POSITIVE_INFINITY,
    takeDue: (): ReadonlyArray<Planned> => {
      const later = planned.findIndex(({ atMs }) => atMs > time.nowMs())
      return planned.splice(0, later < 0 ? planned.length : later)
    },
  }
}

/** Requests and answers of one delay are at the same instant as a tick cycle in a third of the cases. */
const SLOT_MS = 20_000

/** The delay until the first slot at least `leastMs` from now, so that requests meet. */
export const untilSlot = ({ time }: Pick<World, "time">, leastMs: number): number => {
  const atMs = time.nowMs() + leastMs
  return Math.ceil(atMs / SLOT_MS) * SLOT_MS - time.nowMs()
}
