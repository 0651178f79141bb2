/** Advances `setTimeout` of this process millisecond by millisecond, as fast as possible. */
import { mock } from "node:test"
import { sureOfWait } from "./notation.ts"

/** Lets the work of one millisecond finish. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/**
 * Runs `act` in virtual time until it settles and `isAwaited(ms)` is false; ms counts from the
 * start.
 */
export const inVirtualTime = async <Result>(
  act: () => Promise<Result>,
  isAwaited: (ms: number) => boolean,
): Promise<Result> => {
  mock.timers.enable({ apis: ["setTimeout"] })
  try {
    let state: "going" | "over" | "failed" = "going"
    const acting = act()
    const ended = () => state
    acting.then(
      () => {
        state = "over"
      },
      () => {
        state = "failed"
      },
    )
    for (let ms = 0; ; ms += 1) {
      await turn()
      const isWaitedFor = isAwaited(sureOfWait(ms))
      if (ended() === "failed" || (ended() === "over" && !isWaitedFor)) return await acting
      mock.timers.tick(1)
    }
  } finally {
    mock.timers.reset()
  }
}
