import { Effect } from "effect"

interface Limits<E> {
  readonly atOnce: number
  /** Work of one party that runs at the same time. */
  readonly atOnceOfOne: number
  /** Work of one remote host that runs at the same time. */
  readonly atOnceOfHost?: number
  /** Waiting calls of all parties. */
  readonly waitingMax: number
  /** Waiting calls of one party. */
  readonly waitingMaxOfOne: number
  /** What a call fails with when too many calls wait. */
  readonly refuse: () => E
}

/** A waiting call. `admit(false)` refuses it. */
interface Waiting {
  readonly host: string
  readonly admit: (isAdmitted: boolean) => void
}

/** Runs work of several parties in limited space, a few calls at a time. */
export interface FairPool<E> {
  /** Runs `work` in the party's turn. `host` is empty where the party is known by no remote host. */
  readonly run: <A, E2, R>(
    party: string,
    work: Effect.Effect<A, E2, R>,
    host?: string,
  ) => Effect.Effect<A, E | E2, R>
}

/** What is in use, by who uses it. */
export const makeCounts = () => {
  const counts = new Map<string, number>()
  return {
    of: (key: string): number => counts.get(key) ?? 0,
    change: (key: string, by: 1 | -1): void => {
      const count = (counts.get(key) ?? 0) + by
      if (count === 0) counts.delete(key)
      else counts.set(key, count)
    },
  }
}

/**
 * Parties take turns, one call each, so that a party with many calls delays another by one call per
 * round. When too many wait, a newcomer takes the place of the last call of the longest line.
 */
export const makeFairPool = <E>(limits: Limits<E>): FairPool<E> => {
  const { atOnce, atOnceOfOne, atOnceOfHost = atOnce, waitingMax, waitingMaxOfOne, refuse } = limits
  /** In the order of their turns. */
  const lines = new Map<string, Array<Waiting>>()
  const [parties, hosts] = [makeCounts(), makeCounts()]
  let running = 0
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

  const isFree = (party: string, host: string): boolean =>
    running < atOnce && parties.of(party) < atOnceOfOne && (host === "" || hosts.of(host) < atOnceOfHost)

  const occupy = (party: string, host: string, by: 1 | -1): void => {
    running += by
    parties.change(party, by)
    hosts.change(host, by)
  }

  /** Begins a call or lets it wait. False if the call is one too many. */
  const join = (party: string, call: Waiting): boolean => {
    const line = lines.get(party) ?? []
    if (line.length === 0 && isFree(party, call.host)) {
      occupy(party, call.host, 1)
      call.admit(true)
      return true
    }
    if (line.length >= waitingMaxOfOne) return false
    if (waiting >= waitingMax && !dropLastOfLongest(party)) return false
    line.push(call)
    lines.set(party, line)
    waiting += 1
    return true
  }

  const beginNext = (): boolean => {
    const turn = lines.entries().find(([party, [call]]) => call !== undefined && isFree(party, call.host))
    if (turn === undefined) return false
    const [party, line] = turn
    const call = line.shift()
    // the party's next turn comes after those of all others
    lines.delete(party)
    if (line.length > 0) lines.set(party, line)
    waiting -= 1
    occupy(party, call?.host ?? "", 1)
    call?.admit(true)
    return true
  }

  const turnOf = (party: string, host: string): Effect.Effect<void, E> =>
    Effect.callback<void, E>((resume) => {
      const admit = (isAdmitted: boolean) => resume(isAdmitted ? Effect.void : Effect.fail(refuse()))
      if (!join(party, { host, admit })) admit(false)
    })

  const finish = (party: string, host: string) =>
    Effect.sync(() => {
      occupy(party, host, -1)
      while (beginNext()) {
        // a finished call may free both its party and its host for others
      }
    })

  return {
    run: (party, work, host = "") =>
      Effect.acquireUseRelease(
        turnOf(party, host),
        () => work,
        () => finish(party, host),
      ),
  }
}
