/** What a page's main thread did, told by the browser's own trace in processor time: whatever else the machine does meanwhile counts for nothing. */
import type { Browser, Page } from "playwright-core"

const FRAME_MS = 1_000 / 60

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** When, how long and with how much processor time, in µs. */
  readonly ts: number
  readonly dur?: number
  readonly tdur?: number
}

interface Task {
  readonly beganUs: number
  readonly cpuMs: number
  /** Whether a frame was made in it. */
  readonly isFrame: boolean
}

const isTrace = (value: unknown): value is { readonly traceEvents: readonly TraceEvent[] } =>
  typeof value === "object" && value !== null && "traceEvents" in value && Array.isArray(value.traceEvents)

const threadOf = ({ pid, tid }: TraceEvent): string => `${pid}/${tid}`

/** The tasks of the thread that makes the page's frames, in order. */
const tasksIn = (trace: Buffer): readonly Task[] => {
  const told: unknown = JSON.parse(trace.toString())
  if (!isTrace(told)) throw new Error("the browser gave no trace")
  const frames = told.traceEvents.filter(({ name, ph }) => name === "FireAnimationFrame" && ph === "X")
  const [first] = frames
  if (!first) throw new Error("the page made no frame")
  const own = told.traceEvents
    .filter((event) => event.name === "ThreadControllerImpl::RunTask" && threadOf(event) === threadOf(first))
    .toSorted((a, b) => a.ts - b.ts)
  return own.map(({ ts, dur = 0, tdur = 0 }) => ({
    beganUs: ts,
    cpuMs: tdur / 1_000,
    isFrame: frames.some((frame) => frame.ts >= ts && frame.ts <= ts + dur),
  }))
}

/** Traces the page's main thread during some work. */
export const traceTasks = async (
  browser: Browser,
  page: Page,
  work: () => Promise<unknown>,
): Promise<readonly Task[]> => {
  await browser.startTracing(page, { categories: ["-*", "toplevel", "devtools.timeline"] })
  await work()
  return tasksIn(await browser.stopTracing())
}

/** Frames a second that a processor so many times slower has room for: what comes between two frames and fills more than one costs the next ones. */
export const framesWithin = (tasks: readonly Task[], slowdown: number): number => {
  const filledMs: number[] = []
  for (const { isFrame, cpuMs } of tasks) {
    if (isFrame) filledMs.push(cpuMs)
    else if (filledMs.length > 0) filledMs.push((filledMs.pop() ?? 0) + cpuMs)
  }
  const spans = filledMs.reduce((sum, ms) => sum + Math.max(1, Math.ceil((ms * slowdown) / FRAME_MS)), 0)
  return (filledMs.length / spans) * (1_000 / FRAME_MS)
}

/** Processor time of all tasks, in ms. */
export const cpuMsOf = (tasks: readonly Task[]): number => tasks.reduce((sum, { cpuMs }) => sum + cpuMs, 0)
