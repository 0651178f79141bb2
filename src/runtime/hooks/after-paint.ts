/** What a tap leads to and does not have to wait for. */
import { beforePaint, type Schedule } from "../effects/before-paint.ts"
import { whenIdle } from "./when-idle.ts"

/** So long a finger and further frames may come first: what is put off is hardly ever more than one of them behind. */
const PATIENCE_MS = 100

/**
 * Runs a task once the next frame has been painted and nothing more urgent is to be done; in a hidden page as soon as `beforePaint` does. On a slow phone what was
 * begun at once kept the frame after it from being painted.
 */
export const afterPaint: Schedule = (task) => beforePaint(() => void whenIdle(task, PATIENCE_MS))
