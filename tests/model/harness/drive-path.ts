/**
 * Runs a generated path in the browser: triggers each event, waits for each state, verifies the
 * screen.
 */
import { setTimeout as pause } from "node:timers/promises"
import { type Path, type PathStep, stateName } from "@financial-links/paths"
import type { AnyStateMachine } from "xstate"
import type { Fixture } from "./fixture.ts"
import type { ActorRun } from "./recorder.ts"

/** One step of a path while it runs. */
export interface StepContext {
  readonly fixture: Fixture
  readonly step: PathStep
  /** The state before the step. */
  readonly from: string
  /** The steps after this one. */
  readonly rest: readonly PathStep[]
}

/** Drives the paths of one machine. */
export interface PathDriver {
  readonly machine: AnyStateMachine
  /** Id of the actor that runs the machine. A request actor has an id per endpoint. */
  readonly actorId: string | ((path: Path) => string)
  /** Prepares the page before the first step. */
  readonly begin: (fixture: Fixture, path: Path) => Promise<void>
  /** Triggers the step's event. An event that comes by itself needs nothing. */
  readonly trigger: (stepContext: StepContext) => Promise<void>
  /** Verifies that the screen shows the state after the step, where that state lasts. */
  readonly verify: (stepContext: StepContext) => Promise<void>
}

export const actorIdOf = ({ actorId }: PathDriver, path: Path): string =>
  typeof actorId === "string" ? actorId : actorId(path)

const PATIENCE_MS = 60_000
const LOOK_EVERY_MS = 25

/** A position in the runs of an actor, in order. */
interface Place {
  readonly actorRun: number
  /** How many steps of that run have been matched. */
  readonly step: number
}

const actorRunsOf = (fixture: Fixture, actorId: string): readonly ActorRun[] =>
  fixture.recording.actorRuns().filter(({ id }) => id === actorId)

const beganIn = (actorRun: ActorRun): string => {
  const { begin } = actorRun
  const value: unknown = typeof begin === "object" && begin !== null ? Reflect.get(begin, "value") : ""
  return typeof value === "string" || typeof value === "object" ? nameOf(value ?? "") : ""
}

const nameOf = (value: string | object): string =>
  stateName(typeof value === "string" ? value : Object.fromEntries(Object.entries(value)))

/** The position, from another on, at which this event led to this state; null if it did not yet. */
const find = (actorRuns: readonly ActorRun[], from: Place, { event, state }: PathStep): Place | null => {
  const isResumption = event.type === "journal.resumed"
  for (const [index, actorRun] of actorRuns.entries()) {
    if (index < from.actorRun) continue
    if (isResumption && index > from.actorRun && beganIn(actorRun) === state)
      return { actorRun: index, step: 0 }
    const first = index === from.actorRun ? from.step : 0
    for (const [step, taken] of actorRun.steps.entries())
      if (step >= first && taken.event.type === event.type && nameOf(taken.value) === state)
        return { actorRun: index, step: step + 1 }
  }
  return null
}

const described = (actorRuns: readonly ActorRun[]): string =>
  actorRuns
    .map((actorRun) =>
      [beganIn(actorRun), ...actorRun.steps.map((s) => `${s.event.type} → ${nameOf(s.value)}`)].join(", "),
    )
    .join(" | ")

const waitFor = async (fixture: Fixture, actorId: string, from: Place, step: PathStep): Promise<Place> => {
  const untilMs = Date.now() + PATIENCE_MS
  for (;;) {
    const actorRuns = actorRunsOf(fixture, actorId)
    const found = find(actorRuns, from, step)
    if (found !== null) return found
    if (Date.now() > untilMs) throw new Error(`${step.event.type} did not lead to ${step.state}`)
    await pause(LOOK_EVERY_MS)
  }
}

/**
 * Waits until this event brought the newest run of an actor to this state, and nothing moved it
 * since.
 */
export const rested = async (fixture: Fixture, actorId: string, state: string, types: readonly string[]) => {
  const untilMs = Date.now() + PATIENCE_MS
  for (;;) {
    const last = fixture.recording.newest(actorId)?.steps.at(-1)
    if (last && types.includes(last.event.type) && nameOf(last.value) === state) return
    if (Date.now() > untilMs)
      throw new Error(
        `${actorId} did not come to rest in ${state}; received: ${described(actorRunsOf(fixture, actorId))}`,
      )
    await pause(LOOK_EVERY_MS)
  }
}

/** Runs a path to its end. Throws if the app does not do what the machine does. */
export const play = async (driver: PathDriver, path: Path, fixture: Fixture): Promise<void> => {
  const actorId = actorIdOf(driver, path)
  await driver.begin(fixture, path)
  let from = path.start
  let place: Place = { actorRun: 0, step: 0 }
  for (const [index, step] of path.steps.entries()) {
    const stepContext: StepContext = { fixture, step, from, rest: path.steps.slice(index + 1) }
    try {
      await driver.trigger(stepContext)
      place = await waitFor(fixture, actorId, place, step)
      await driver.verify(stepContext)
    } catch (cause) {
      const reason = `${cause instanceof Error ? cause.message : String(cause)}; received: ${described(actorRunsOf(fixture, actorId))}`
      throw new Error(`${path.name}, step ${index + 1} (${from}, ${step.event.type}): ${reason}`, { cause })
    }
    from = step.state
  }
}
