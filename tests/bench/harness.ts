/**
 * One measured run: it answers a figure in the bench's unit, or nothing and then its own duration
 * in ms counts.
 */
export type Measure = () => number | undefined | Promise<number | undefined>

/** What must hold; every limit that is given is checked. */
export interface Reach {
  /** subject / floor may be at most this (for times). */
  readonly ratioAtMost?: number
  /** subject / floor must be at least this (for throughput). */
  readonly ratioAtLeast?: number
  /** The subject itself may be at most this, in the bench's unit. */
  readonly subjectAtMost?: number
}

export interface BenchOptions {
  /** The same work at its cheapest, measured in the same minute on the same machine. */
  readonly floor: Measure
  /** The product doing it. */
  readonly subject: Measure
  readonly reach: Reach
  /** Of both figures. Default: ms. */
  readonly unit?: string
  /** Measured runs of each side; at least 3, if one does not take minutes. Default 5. */
  readonly runs?: number
  /** Unmeasured runs of each side before. Default 1. */
  readonly warmups?: number
  /** What the floor is, in a few words. */
  readonly floorIs: string
  /** Ends what the two sides hold open. */
  readonly close?: () => void | Promise<void>
}

/** One row of the table. */
export interface BenchResult {
  readonly name: string
  readonly unit: string
  readonly floorIs: string
  readonly floors: readonly number[]
  readonly subjects: readonly number[]
  readonly floor: number
  readonly subject: number
  readonly ratio: number
  readonly reach: Reach
  readonly isReached: boolean
}

interface Bench {
  readonly name: string
  readonly open: () => BenchOptions | Promise<BenchOptions>
}

const benches: Bench[] = []

/**
 * Declares a measurement. `open` runs only when the bench is chosen, so what it starts costs the others nothing.
 * The floor and the subject are measured alternately, each going first in turn, and compared by their medians.
 */
export function bench(name: string, open: BenchOptions | (() => BenchOptions | Promise<BenchOptions>)): void {
  benches.push({ name, open: typeof open === "function" ? open : () => open })
}

/** The middle of the figures; of an even number the mean of the two in the middle. */
export function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((a, b) => a - b)
  const half = sorted.length / 2
  const [low, high] = [sorted[Math.ceil(half) - 1], sorted[Math.floor(half)]]
  if (low === undefined || high === undefined) throw new Error("The median of nothing.")
  return (low + high) / 2
}

/** Whether a row keeps every limit it states. */
export function isWithinReach(reach: Reach, ratio: number, subject: number): boolean {
  return (
    ratio <= (reach.ratioAtMost ?? Number.POSITIVE_INFINITY) &&
    ratio >= (reach.ratioAtLeast ?? Number.NEGATIVE_INFINITY) &&
    subject <= (reach.subjectAtMost ?? Number.POSITIVE_INFINITY)
  )
}

async function measureOnce(measure: Measure): Promise<number> {
  const startedAtMs = performance.now()
  const figure = await measure()
  return figure ?? performance.now() - startedAtMs
}

async function measureBench(name: string, options: BenchOptions): Promise<BenchResult> {
  const runs = options.runs ?? 5
  const warmups = options.warmups ?? 1
  const floors: number[] = []
  const subjects: number[] = []
  for (let round = -warmups; round < runs; round += 1) {
    const isFloorFirst = round % 2 === 0
    const early = await measureOnce(isFloorFirst ? options.floor : options.subject)
    const late = await measureOnce(isFloorFirst ? options.subject : options.floor)
    if (round < 0) continue
    floors.push(isFloorFirst ? early : late)
    subjects.push(isFloorFirst ? late : early)
  }
  const floor = median(floors)
  const subject = median(subjects)
  const ratio = subject / floor
  const isReached = isWithinReach(options.reach, ratio, subject)
  const { reach, floorIs } = options
  return {
    name,
    unit: options.unit ?? "ms",
    floorIs,
    floors,
    subjects,
    floor,
    subject,
    ratio,
    reach,
    isReached,
  }
}

/**
 * Measures the benches whose names contain `filter`, one after the other, in the order they were
 * declared.
 */
export async function runBenches(
  filter: string,
  report: (result: BenchResult) => void,
): Promise<readonly BenchResult[]> {
  const results: BenchResult[] = []
  for (const { name, open } of benches.filter((candidate) => candidate.name.includes(filter))) {
    const options = await open()
    try {
      const result = await measureBench(name, options)
      results.push(result)
      report(result)
    } finally {
      await options.close?.()
    }
  }
  return results
}
