/** Runs a generated path in the browser: each event is brought about, each state waited for and looked at. */
import { setTimeout as pause } from "node:timers/promises"
import type { AnyStateMachine } from "xstate"
import type { Path, PathStep } from "../../../scripts/paths/path-set.ts"
import { stateName } from "../../../src/devtools/chart.ts"
import type { Life } from "./recorder.ts"
import type { Stage } from "./stage.ts"

/** Where in a path the play is. */
export interface Scene {
  readonly stage: Stage
  readonly step: PathStep
  /** The state before the step. */
  readonly from: string
  /** The steps after this one. */
  readonly rest: readonly PathStep[]
}

/** How a machine's path is played. */
export interface Hands {
  readonly machine: AnyStateMachine
  /** Id of the seat in which the machine runs; of a call, its own: each path is about one. */
  readonly seat: string | ((path: Path) => string)
  /** Before the first step. */
  readonly begin: (stage: Stage, path: Path) => Promise<void>
  /** Brings the step's event about. What comes by itself needs nothing. */
  readonly bring: (scene: Scene) => Promise<void>
  /** Looks whether the screen shows the state after the step. Only asked where it stays for a while. */
  readonly see: (scene: Scene) => Promise<void>
}

export const seatOf = ({ seat }: Hands, path: Path): string => (typeof seat === "string" ? seat : seat(path))

const PATIENCE_MS = 60_000
const LOOK_EVERY_MS = 25

/** A place in the lives of a seat, in the order in which they were lived. */
interface Place {
  readonly life: number
  /** Steps of that life that have been taken account of. */
  readonly step: number
}

const livesOf = (stage: Stage, seat: string): readonly Life[] =>
  stage.recording.lives().filter(({ id }) => id === seat)

const beganIn = (life: Life): string => {
  const { begin } = life
  const value: unknown = typeof begin === "object" && begin !== null ? Reflect.get(begin, "value") : ""
  return typeof value === "string" || typeof value === "object" ? nameOf(value ?? "") : ""
}

const nameOf = (value: string | object): string =>
  stateName(typeof value === "string" ? value : Object.fromEntries(Object.entries(value)))

/** Where, from a place on, this event has led to this state; null while it has not. */
const find = (lives: readonly Life[], from: Place, { event, state }: PathStep): Place | null => {
  const isResumption = event.type === "journal.resumed"
  for (const [index, life] of lives.entries()) {
    if (index < from.life) continue
    if (isResumption && index > from.life && beganIn(life) === state) return { life: index, step: 0 }
    const first = index === from.life ? from.step : 0
    for (const [step, taken] of life.steps.entries())
      if (step >= first && taken.event.type === event.type && nameOf(taken.value) === state)
        return { life: index, step: step + 1 }
  }
  return null
}

const told = (lives: readonly Life[]): string =>
  lives
    .map((life) =>
      [beganIn(life), ...life.steps.map((s) => `${s.event.type} → ${nameOf(s.value)}`)].join(", "),
    )
    .join(" | ")

const waitFor = async (stage: Stage, seat: string, from: Place, step: PathStep): Promise<Place> => {
  const untilMs = Date.now() + PATIENCE_MS
  for (;;) {
    const lives = livesOf(stage, seat)
    const found = find(lives, from, step)
    if (found !== null) return found
    if (Date.now() > untilMs) throw new Error(`${step.event.type} did not lead to ${step.state}`)
    await pause(LOOK_EVERY_MS)
  }
}

/** Waits until the newest life of a seat has come to this state by this event, and nothing has moved it since. */
export const rested = async (stage: Stage, seat: string, state: string, types: readonly string[]) => {
  const untilMs = Date.now() + PATIENCE_MS
  for (;;) {
    const last = stage.recording.newest(seat)?.steps.at(-1)
    if (last && types.includes(last.event.type) && nameOf(last.value) === state) return
    if (Date.now() > untilMs)
      throw new Error(`${seat} did not come to rest in ${state}; heard: ${told(livesOf(stage, seat))}`)
    await pause(LOOK_EVERY_MS)
  }
}

/** Plays a path to its end. Throws where the app does not do what the machine says. */
export const play = async (hands: Hands, path: Path, stage: Stage): Promise<void> => {
  const seat = seatOf(hands, path)
  await hands.begin(stage, path)
  let from = path.start
  let place: Place = { life: 0, step: 0 }
  for (const [index, step] of path.steps.entries()) {
    const scene: Scene = { stage, step, from, rest: path.steps.slice(index + 1) }
    try {
      await hands.bring(scene)
      place = await waitFor(stage, seat, place, step)
      await hands.see(scene)
    } catch (cause) {
      const reason = `${cause instanceof Error ? cause.message : String(cause)}; heard: ${told(livesOf(stage, seat))}`
      throw new Error(`${path.name}, step ${index + 1} (${from}, ${step.event.type}): ${reason}`, { cause })
    }
    from = step.state
  }
}
