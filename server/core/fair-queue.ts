import { Effect } from "effect"
import { type Refusal, refusal } from "./refusal.ts"

interface Limits {
  /** Work that runs at the same time. */
  readonly atOnce: number
  /** Work of one party that runs at the same time. */
  readonly atOnceOfOne: number
  /** Waiting calls of all parties. */
  readonly waitingMax: number
  /** Waiting calls of one party. */
  readonly waitingMaxOfOne: number
}

/** A waiting call. `admit(false)` refuses it. */
interface Waiting {
  readonly admit: (isAdmitted: boolean) => void
}

/** Runs expensive work for several parties, a few calls at a time. */
export interface FairQueue {
  /** Runs `work` in the party's turn. Refuses with `request.too-many` when too many calls wait. */
  readonly run: <A>(party: string, work: () => Promise<A>) => Effect.Effect<A, Refusal>
}

/**
 * Parties take turns, one call each, so that a party with many calls delays another by one call per
 * round. When the queue is full, a newcomer takes the place of the last call of the longest line.
 */
export const makeFairQueue = ({ atOnce, atOnceOfOne, waitingMax, waitingMaxOfOne }: Limits): FairQueue => {
  /** In the order of their turns. */
  const lines = new Map<string, Array<Waiting>>()
  const running = new Map<string, number>()
  let runningOfAll = 0
  let waiting = 0

  const lengthOf = (party: string): number => lines.get(party)?.length ?? 0

  const dropLastOfLongest = (party: string): boolean => {
    const longest = [...lines.values()].reduce<Array<Waiting>>(
      (most, line) => (line.length > most.length ? line : most),
      [],
    )
    if (longest.length <= lengthOf(party) + 1) return false
    longest.pop()?.admit(false)
    waiting -= 1
    return true
  }

  /** False if the call is one too many. */
  const join = (party: string, call: Waiting): boolean => {
    if (lengthOf(party) >= waitingMaxOfOne) return false
    if (waiting >= waitingMax && !dropLastOfLongest(party)) return false
    const line = lines.get(party)
    if (line === undefined) lines.set(party, [call])
    else line.push(call)
    waiting += 1
    return true
  }

  const runningOf = (party: string): number => running.get(party) ?? 0

  const begin = (party: string, line: Array<Waiting>): void => {
    const call = line.shift()
    // the party's next turn comes after those of all others
    lines.delete(party)
    if (line.length > 0) lines.set(party, line)
    waiting -= 1
    runningOfAll += 1
    running.set(party, runningOf(party) + 1)
    call?.admit(true)
  }

  const next = (): void => {
    if (runningOfAll >= atOnce) return
    const turn = lines.entries().find(([party]) => runningOf(party) < atOnceOfOne)
    if (turn !== undefined) begin(...turn)
  }

  const turnOf = (party: string): Effect.Effect<void, Refusal> =>
    Effect.callback<void, Refusal>((resume) => {
      const call: Waiting = {
        admit: (isAdmitted) =>
          resume(
            isAdmitted ? Effect.void : Effect.fail(refusal("request.too-many", { params: { seconds: 1 } })),
          ),
      }
      if (join(party, call)) next()
      else call.admit(false)
    })

  const finish = (party: string) =>
    Effect.sync(() => {
      runningOfAll -= 1
      if (runningOf(party) > 1) running.set(party, runningOf(party) - 1)
      else running.delete(party)
      next()
    })

  return {
    run: (party, work) =>
      Effect.acquireUseRelease(
        turnOf(party),
        () => Effect.promise(work),
        () => finish(party),
      ),
  }
}
