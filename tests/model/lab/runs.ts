/** All paths of one machine as tests: played a few at a time, because most of a path is waiting; counted when the last is done. */
import { join } from "node:path"
import { afterAll, describe, expect, inject, it } from "vitest"
import { generatePaths, type PathOptions } from "../../../scripts/paths/generate.ts"
import type { Path } from "../../../scripts/paths/path-set.ts"
import type { Site } from "../../e2e/site.ts"
import { undriven } from "../undriven.ts"
import { createCoverage } from "./coverage.ts"
import { type Hands, play, seatOf } from "./play.ts"
import type { PathRun } from "./report.ts"
import { shuffled } from "./seed.ts"
import { openStage, type Stage, type StageOptions } from "./stage.ts"

const pictures = join(import.meta.dirname, "../../../.cache/e2e")

/** What each tab showed when a path failed. */
const picture = async (title: string, { context }: Stage): Promise<void> => {
  for (const [tab, page] of context.pages().entries()) {
    const path = join(pictures, `${title.replace(/[^a-z0-9]+/gi, "-")}-${tab}.png`)
    await page.screenshot({ path }).catch(() => {})
    console.log(`${path} at ${page.url()}`)
  }
}

/** The transitions that a path was to take and its run did not: the same event led to the same state by another way. */
const missedOn = (
  { steps }: Path,
  taken: ReadonlySet<string>,
  listed: Readonly<Record<string, string>>,
): readonly string[] =>
  steps.flatMap(({ transitions }) => transitions).filter((id) => !taken.has(id) && !(id in listed))

export interface RunOptions {
  /** What the device of a path has to be like. */
  readonly stageFor?: (path: Path) => StageOptions
  /** The seat's past is journaled: between two documents lies a resumption. */
  readonly isJournaled?: boolean
  /** True where what a path brings about concerns everybody: then its paths are played one after the other. */
  readonly isAlone?: boolean
}

/** Declares a test for each covering path, and one for what they cover together. */
export const runPaths = (
  site: Site,
  hands: Hands,
  cases: PathOptions["cases"],
  { isJournaled = false, isAlone = false, stageFor = () => ({}) }: RunOptions = {},
): void => {
  const coverage = createCoverage(hands.machine)
  const { paths } = generatePaths(hands.machine, {
    kind: "coverage",
    cases,
    maxSteps: 24,
    // A step takes seconds. The exhaustive run also takes each transition wherever it changes
    // something else in the context.
    goals: process.env.EXHAUSTIVE === undefined ? "transitions" : "changes",
  })
  const seed = inject("modelSeed")
  const played = new Map<string, PathRun>()
  const playOnce = async (path: Path): Promise<readonly string[]> => {
    const stage = await openStage(site, stageFor(path))
    const startedAtMs = performance.now()
    let passed = false
    try {
      await play(hands, path, stage)
      const seat = seatOf(hands, path)
      const lived = stage.recording.lives().filter(({ id }) => id === seat)
      const { problems, taken } = coverage.add(path.name, lived, isJournaled)
      const others = missedOn(path, taken, undriven[hands.machine.id] ?? {})
      if (problems.length === 0 && others.length > 0) throw new Error(`it went past ${others.join(", ")}`)
      passed = problems.length === 0
      return problems
    } catch (cause) {
      await picture(`${hands.machine.id}-${path.name}`, stage)
      throw cause
    } finally {
      const elapsedMs = Math.round(performance.now() - startedAtMs)
      const events = path.steps.map(({ event }) => event.type)
      played.set(path.name, { name: path.name, passed, elapsedMs, events })
      await stage.close()
    }
  }
  // Most of a path is waiting, so several run at a time; a run that changes the whole site runs alone.
  const group = isAlone ? describe : describe.concurrent
  group("a path", () => {
    it.each(shuffled(paths, seed))("$name", async (path) => {
      expect(await playOnce(path)).toEqual([])
    })
  })
  it("cover every state and every transition, but for what is listed", () => {
    expect(coverage.gaps()).toEqual({ missing: [], needless: [] })
  })
  afterAll(() =>
    coverage.write(
      seed,
      [...played.values()].sort((a, b) => a.name.localeCompare(b.name, "en", { numeric: true })),
    ),
  )
}
