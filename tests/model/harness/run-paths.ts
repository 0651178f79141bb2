/** Declares the covering paths of one machine as tests, and a test of what they cover together. */
import { join } from "node:path"
import {
  type Cases,
  COVERAGE_GOALS,
  type CoverageGoals,
  generatePaths,
  type Path,
  walkOf,
} from "@financial-links/paths"
import { afterAll, describe, expect, inject, it } from "vitest"
import type { Site } from "../../e2e/site.ts"
import { undriven } from "../undriven.ts"
import { createCoverage } from "./coverage.ts"
import { actorIdOf, type PathDriver, play } from "./drive-path.ts"
import { type Fixture, type FixtureOptions, openFixture } from "./fixture.ts"
import type { PathRun } from "./report.ts"
import { shuffled } from "./seed.ts"

const pictures = join(import.meta.dirname, "../../../.cache/e2e")

/** Takes a screenshot of each tab of a failed path. */
const picture = async (title: string, { context }: Fixture): Promise<void> => {
  for (const [tab, page] of context.pages().entries()) {
    const path = join(pictures, `${title.replace(/[^a-z0-9]+/gi, "-")}-${tab}.png`)
    await page.screenshot({ path }).catch(() => {})
    console.log(`${path} at ${page.url()}`)
  }
}

/**
 * Transitions that a path expects and its run did not take: another transition led to the same
 * state.
 */
const missedOn = (
  { steps }: Path,
  taken: ReadonlySet<string>,
  listed: Readonly<Record<string, string>>,
): readonly string[] =>
  steps.flatMap(({ transitions }) => transitions).filter((id) => !taken.has(id) && !(id in listed))

export interface RunOptions {
  /** Options of the fixture of a path. */
  readonly fixtureFor?: (path: Path) => FixtureOptions
  /** The actor is journaled: a resumption lies between two documents. */
  readonly isJournaled?: boolean
  /** True if a path changes the whole site: its paths then run one after the other. */
  readonly isAlone?: boolean
  /** Not every change of the context can be caused in the browser: transitions at most, in every run. */
  readonly hasOnlyTransitions?: boolean
}

/** MODEL_GOALS, or transitions. Throws for an unknown word: it would leave paths out silently. */
const wantedGoals = ({ hasOnlyTransitions = false }: RunOptions): CoverageGoals => {
  const { MODEL_GOALS: word = "transitions" } = process.env
  const wanted = COVERAGE_GOALS.find((goals) => goals === word)
  if (wanted === undefined) throw new Error(`MODEL_GOALS is one of ${COVERAGE_GOALS.join(", ")}, not ${word}`)
  return wanted === "changes" && hasOnlyTransitions ? "transitions" : wanted
}

/** Declares a test per covering path, and one for what they cover together. */
export const runPaths = (site: Site, driver: PathDriver, cases: Cases, options: RunOptions = {}): void => {
  const { isJournaled = false, isAlone = false, fixtureFor = () => ({}) } = options
  const coverage = createCoverage(driver.machine)
  const goals = wantedGoals(options)
  const { paths } = generatePaths(driver.machine, {
    kind: "coverage",
    cases: walkOf(cases),
    maxSteps: 24,
    // A step takes seconds.
    goals,
  })
  const seed = inject("modelSeed")
  const played = new Map<string, PathRun>()
  const playOnce = async (path: Path): Promise<readonly string[]> => {
    const fixture = await openFixture(site, fixtureFor(path))
    const startedAtMs = performance.now()
    let passed = false
    try {
      await play(driver, path, fixture)
      const actorId = actorIdOf(driver, path)
      const ownRuns = fixture.recording.actorRuns().filter(({ id }) => id === actorId)
      const { problems, taken } = coverage.add(path.name, ownRuns, isJournaled)
      const others = missedOn(path, taken, undriven[driver.machine.id] ?? {})
      if (problems.length === 0 && others.length > 0)
        throw new Error(`the run took other transitions than ${others.join(", ")}`)
      passed = problems.length === 0
      return problems
    } catch (cause) {
      await picture(`${driver.machine.id}-${path.name}`, fixture)
      throw cause
    } finally {
      const elapsedMs = Math.round(performance.now() - startedAtMs)
      const events = path.steps.map(({ event }) => event.type)
      played.set(path.name, { name: path.name, passed, elapsedMs, events })
      await fixture.close()
    }
  }
  // Most of a path is waiting, so several run at a time; a run that changes the whole site runs alone.
  const group = isAlone ? describe : describe.concurrent
  group("a path", () => {
    it.each(shuffled(paths, seed))("$name", async (path) => {
      expect((await playOnce(path)).join("; ")).toBe("")
    })
  })
  const covered = goals === "states" ? "every state" : "every state and every transition"
  it(`cover ${covered}, but for what is listed`, () => {
    expect(coverage.gaps(goals)).toEqual({ missing: [], needless: [] })
  })
  afterAll(() =>
    coverage.write(
      seed,
      [...played.values()].sort((a, b) => a.name.localeCompare(b.name, "en", { numeric: true })),
    ),
  )
}
