/** Lets time pass as fast as it can, one millisecond after the other, for what waits by `setTimeout` in this process. */
import { mock } from "node:test"
import { sureOfWait } from "./notation.ts"

/** What one millisecond brings about is over before the next one. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Acts, and gives what came of it once it is over and `isAwaited` says no more; that is asked at every millisecond, counted from the beginning. */
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
