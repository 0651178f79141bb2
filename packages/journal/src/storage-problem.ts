/** The causes for which the browser's storage is refused, and the limit of a wait for it. */

/**
 * Why the browser's storage cannot be used. `blocked`: a request does not settle, because of another
 * tab or the browser. `closed`: the browser has closed the connection. `full`: no space is left.
 * `denied`: the browser has no storage for this site.
 */
export type StorageProblem = "blocked" | "closed" | "full" | "denied"

export class StorageUnavailable extends Error {
  readonly problem: StorageProblem

  constructor(problem: StorageProblem, cause?: unknown) {
    super(`the storage is ${problem}`, { cause })
    this.name = "StorageUnavailable"
    this.problem = problem
  }
}

/** The parts in which a limit is counted. */
const LIMIT_PARTS = 5

/**
 * The result, or a rejection after the limit. Parts of the limit are counted, not timed: after a sleep
 * of the device the first timer is due before the answers that wait in the queue.
 */
export const within = <Result>(
  work: Promise<Result>,
  limitMs: number,
  problem: StorageProblem = "blocked",
): Promise<Result> =>
  new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout>
    const wait = (parts: number): void => {
      timer = setTimeout(
        () => (parts > 1 ? wait(parts - 1) : reject(new StorageUnavailable(problem))),
        limitMs / LIMIT_PARTS,
      )
    }
    wait(LIMIT_PARTS)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
