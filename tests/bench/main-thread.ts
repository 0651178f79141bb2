/**
 * What a page's main thread did, in processor time, as the browser's own trace has it: whatever else
 * the machine does meanwhile counts for nothing.
 */
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
  readonly args?: { readonly name?: unknown }
}

interface Task {
  readonly cpuMs: number
  /** Whether a frame was made in it. */
  readonly isFrame: boolean
}

const isTrace = (value: unknown): value is { readonly traceEvents: readonly TraceEvent[] } =>
  typeof value === "object" && value !== null && "traceEvents" in value && Array.isArray(value.traceEvents)

const threadOf = ({ pid, tid }: TraceEvent): string => `${pid}/${tid}`

const cpuUsOf = (events: readonly TraceEvent[]): number => events.reduce((sum, { tdur = 0 }) => sum + tdur, 0)

/**
 * The tasks of the page's main thread, in order: of all main threads the one that worked most, the
 * others being those of pages that are empty.
 */
const tasksIn = (trace: Buffer): readonly Task[] => {
  const parsed: unknown = JSON.parse(trace.toString())
  if (!isTrace(parsed)) throw new Error("the browser gave no trace")
  const { traceEvents } = parsed
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain")
      .map(threadOf),
  )
  const byThread = Map.groupBy(
    traceEvents.filter(({ name }) => name === "ThreadControllerImpl::RunTask"),
    threadOf,
  )
  const [own] = [...byThread]
    .filter(([thread]) => mains.has(thread))
    .toSorted(([, a], [, b]) => cpuUsOf(b) - cpuUsOf(a))
  if (!own) throw new Error("the page did nothing")
  const [thread, tasks] = own
  const frames = traceEvents.filter(
    (event) => event.name === "FireAnimationFrame" && event.ph === "X" && threadOf(event) === thread,
  )
  return tasks
    .toSorted((a, b) => a.ts - b.ts)
    .map(({ ts, dur = 0, tdur = 0 }) => ({
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

/**
 * Frames a second that a processor so many times slower has room for: what comes between two frames
 * and fills more than one costs the next ones.
 */
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
