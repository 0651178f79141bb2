/** Page events from gestures: reaching the bottom and pull to refresh, by real scrolling. */
import type { Case, Plain, Tools } from "../area.ts"
import { numberIn, onlyKnown } from "../notation.ts"
import { scrollArea } from "./scroll.ts"

export type PageGesture = "reachBottom" | "pullDownRefresh"

const GESTURE = /^(pageScrollTo|startPullDownRefresh|stopPullDownRefresh)$/
const STEP = /^(call|scrollTop|duration)$/
/** The scrollable length; less than any position that stands for the end. */
const SCROLLABLE_PX = 1_000
const PULLED_PX = 60

export const isGesture = ({ call }: Plain): boolean => typeof call === "string" && GESTURE.test(call)

/** The gestures that a call causes on its page. */
export const gesturesOf = async (
  step: Plain,
  testCase: Case,
  tools: Tools,
): Promise<readonly PageGesture[]> => {
  onlyKnown("when", step, STEP)
  const seen = async (given: Plain, when: readonly Plain[]): Promise<Plain> =>
    await scrollArea.observe({ ...testCase, given, when }, tools)
  if (step.call === "stopPullDownRefresh") return []
  if (step.call === "startPullDownRefresh") {
    const { refresherrefresh } = await seen({}, [{ pullPx: PULLED_PX }, { release: true }])
    return refresherrefresh === 1 ? ["pullDownRefresh"] : []
  }
  const scrollTo = numberIn(step, "scrollTop", 0)
  const { events } = await seen({ scrollable: SCROLLABLE_PX }, [{ scrollTo }])
  return events === 1 ? ["reachBottom"] : []
}
