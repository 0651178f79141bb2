/** Counts the states and transitions that runs cover. */
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { isDeepStrictEqual } from "node:util"
import { type CoverageGoals, chartOf, traced } from "@financial-links/paths"
import type { AnyStateMachine } from "xstate"
import { resumed } from "../../support/money-events.ts"
import { timingDependent, undriven } from "../undriven.ts"
import type { ActorRun, RecordedStep } from "./recorder.ts"
import { finalOf, replayActorRun } from "./replay.ts"
import type { MachineReport, PathRun } from "./report.ts"
import { reportFolder } from "./seed.ts"

/** Count per run, by state or transition id. */
type Counts = Map<string, Map<string, number>>

const note = (counts: Counts, id: string, run: string): void => {
  const runs = counts.get(id) ?? new Map<string, number>()
  counts.set(id, runs.set(run, (runs.get(run) ?? 0) + 1))
}

/** "a.b" is within "a.b" and within "a". */
const isIn = (name: string, path: string): boolean =>
  name.split(" ").some((each) => path === "" || each === path || each.startsWith(`${path}.`))

type Fields = Readonly<Record<string, unknown>>

/** State and context as they are stored. */
const fieldsOf = (value: unknown, context: unknown): Fields =>
  JSON.parse(JSON.stringify({ state: value, ...(typeof context === "object" ? context : { context }) }))

/**
 * A run as a reload may cut it: without its last facts, which were not written yet and are sent again;
 * or with a fact that was written while the page was going, when no recording reaches the test. Its
 * figures are those with which the app resumed, or those of the fact sent after it.
 */
const cutByReload = (before: ActorRun, after: ActorRun): readonly ActorRun[] => {
  const isFact = ({ event }: RecordedStep) => event.type.endsWith(".informed")
  const facts = before.steps.length - 1 - before.steps.findLastIndex((step) => !isFact(step))
  const [last] = before.steps.slice(-1)
  const figures = contextOf(after.begin)
  const unrecorded = [
    ...after.steps.filter(isFact).slice(0, 1),
    ...(last ? [{ ...last, event: { ...figures, type: `${after.machine}.informed` } }] : []),
  ]
  return [
    ...Array.from({ length: facts }, (_, lost) => ({ ...before, steps: before.steps.slice(0, -1 - lost) })),
    ...unrecorded.map((fact) => ({ ...before, steps: [...before.steps, fact] })),
  ]
}

const contextOf = (begin: unknown): object => {
  const context: unknown = typeof begin === "object" && begin !== null ? Reflect.get(begin, "context") : null
  return typeof context === "object" && context !== null ? context : {}
}

/**
 * Replays the resumption between two runs of an actor, and compares the result with the app's
 * state.
 */
const resumption = (machine: AnyStateMachine, before: ActorRun, after: ActorRun) => {
  const tracer = traced(machine)
  const moved = tracer.step(finalOf(machine, before), resumed)
  const began: unknown = after.begin
  const [value, context] = ["value", "context"].map((name) =>
    typeof began === "object" && began !== null ? Reflect.get(began, name) : undefined,
  )
  const [expected, found] = [fieldsOf(moved.snapshot.value, moved.snapshot.context), fieldsOf(value, context)]
  const names = [...new Set([...Object.keys(expected), ...Object.keys(found)])]
  const differing = names.filter((name) => !isDeepStrictEqual(expected[name], found[name]))
  const shown = (each: Fields) => differing.map((name) => `${name} ${JSON.stringify(each[name])}`).join(", ")
  return { taken: moved.taken, expected: shown(expected), found: shown(found) }
}

/** Counts runs of one machine. */
export const createCoverage = (machine: AnyStateMachine) => {
  const chart = chartOf(machine)
  const states: Counts = new Map()
  const transitions: Counts = new Map()

  const rest = (name: string, run: string): void => {
    for (const { id, path } of chart.states) if (isIn(name, path)) note(states, id, run)
  }
  const take = (ids: readonly string[], run: string): void => {
    for (const id of ids) {
      note(transitions, id, run)
      // A state that is left at once counts as passed.
      const known = chart.transitions.find((each) => each.id === id)
      for (const passed of known ? [known.source, ...known.targets] : []) note(states, passed, run)
    }
  }
  return {
    /**
     * Adds a run's recording: the runs of one actor in order. Returns differences from the machine,
     * one sentence each, and the transitions taken.
     */
    add: (run: string, ownRuns: readonly ActorRun[], isResumed = false) => {
      const problems: string[] = []
      const takenHere = new Set<string>()
      const count = (ids: readonly string[]): void => {
        take(ids, run)
        for (const id of ids) takenHere.add(id)
      }
      for (const [index, actorRun] of ownRuns.entries()) {
        const replayed = replayActorRun(machine, actorRun)
        problems.push(...replayed.problems)
        const before = ownRuns[index - 1]
        if (before !== undefined && isResumed) {
          const whole = resumption(machine, before, actorRun)
          const cut = cutByReload(before, actorRun).map((run) => resumption(machine, run, actorRun))
          const same = [whole, ...cut].find(({ found, expected }) => found === expected)
          const { expected, found } = whole
          if (same) count(same.taken)
          else problems.push(`${actorRun.id}: the app resumed with ${found} instead of ${expected}`)
        }
        rest(replayed.start, run)
        count(replayed.takenAtStart)
        for (const step of replayed.steps) {
          rest(step.state, run)
          count(step.transitions)
        }
      }
      return { problems, taken: takenHere }
    },
    /**
     * Missing: wanted, not covered and not listed as undriven. Needless: listed and unknown, or
     * covered where that does not depend on timing.
     */
    gaps: (goals: CoverageGoals) => {
      const listed = undriven[machine.id] ?? {}
      const ownStates = chart.states.map(({ id }) => id)
      const all = [...ownStates, ...chart.transitions.map(({ id }) => id)]
      const wanted = goals === "states" ? ownStates : all
      const covered = new Set([...states.keys(), ...transitions.keys()])
      return {
        missing: wanted.filter((id) => !covered.has(id) && !(id in listed)),
        needless: Object.keys(listed).filter(
          (id) => !all.includes(id) || (covered.has(id) && !timingDependent.has(id)),
        ),
      }
    },
    /** Writes the report of this machine. */
    write: (seed: string, paths: readonly PathRun[]): void => {
      const rows = (ids: readonly string[], counts: Counts) =>
        ids.map((id) => ({ id, runs: Object.fromEntries(counts.get(id) ?? []) }))
      const report: MachineReport = {
        machine: machine.id,
        seed,
        atMs: Date.now(),
        paths,
        states: rows(
          chart.states.map(({ id }) => id),
          states,
        ),
        transitions: rows(
          chart.transitions.map(({ id }) => id),
          transitions,
        ),
        undriven: undriven[machine.id] ?? {},
      }
      mkdirSync(reportFolder, { recursive: true })
      writeFileSync(join(reportFolder, `${machine.id}.json`), JSON.stringify(report, null, 2))
    },
  }
}
