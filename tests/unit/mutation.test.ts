/** A sample of `npm run mutate`, which judges every mutant. MUTATION_SEED chooses another. */
import { describe, expect, it } from "vitest"
import { watchlistMachine } from "../../machines/watchlist.ts"
import { transitionsOf } from "../../packages/paths/src/generate.ts"
import { casesNamed, machineNamed, machineNames } from "../../scripts/charts/machines.ts"
import { isSameOn } from "../../scripts/mutate/evidence.ts"
import { judge, listErrors } from "../../scripts/mutate/judge.ts"
import { type Mutant, mutantsOf } from "../../scripts/mutate/mutants.ts"
import { type Recordings, readRecordings } from "../../scripts/mutate/recordings.ts"
import { spread } from "../../scripts/mutate/spread.ts"
import { walkerOf } from "../../scripts/mutate/walker.ts"
import { equivalent } from "../model/equivalent.ts"

const seed = process.env.MUTATION_SEED ?? "1"
const PER_MACHINE = 6

/** Some by the seed, and those that are said to be beyond notice. */
const sampled = (machine: string, mutants: readonly Mutant[]): readonly Mutant[] => {
  const drawn = mutants.toSorted((a, b) => spread(seed + a.id) - spread(seed + b.id)).slice(0, PER_MACHINE)
  const listed = Object.keys(equivalent[machine] ?? {})
  return mutants.filter((mutant) => drawn.includes(mutant) || listed.includes(mutant.id))
}

describe.each(machineNames())(`mutants of %s (seed ${seed})`, (name) => {
  it("lack each transition in turn, by the names of the chart, and leave the machine as it is", async () => {
    const machine = await machineNamed(name)
    const before = transitionsOf(machine)
    const mutants = mutantsOf(machine)
    const transitions = mutants.filter(({ kind }) => kind === "transition")
    expect(transitions.map(({ id }) => id).toSorted()).toEqual(before.toSorted())
    for (const { make } of transitions) expect(transitionsOf(make())).toHaveLength(before.length - 1)
    expect(new Set(mutants.map(({ id }) => id)).size).toBe(mutants.length)
    expect(transitionsOf(machine)).toEqual(before)
  })

  it("are noticed, except those that cannot be", async () => {
    const machine = await machineNamed(name)
    const mutants = mutantsOf(machine)
    const verdicts = judge(machine, await casesNamed(name), sampled(machine.id, mutants))
    expect(verdicts.length).toBeGreaterThanOrEqual(Math.min(PER_MACHINE, mutants.length))
    expect(listErrors(verdicts, equivalent[machine.id] ?? {})).toEqual({ missing: [], needless: [] })
  })
})

describe("what the app was seen to do", () => {
  const at = 1
  const add = { type: "watchlist.add", symbol: "AAPL", at } as const
  const remove = { type: "watchlist.remove", symbol: "AAPL", at } as const

  /** A actorRun as the recorder of the model runs writes it down. */
  const actorRunOf = (...events: readonly (typeof add | typeof remove)[]) => {
    const walker = walkerOf(watchlistMachine, undefined)
    const first = walker.start()
    const begin = {
      ...watchlistMachine.getPersistedSnapshot(first.snapshot),
      value: first.shown.value,
      context: first.shown.context,
    }
    let { snapshot } = first
    const steps = events.map((event) => {
      const moved = walker.step(snapshot, event)
      snapshot = moved.snapshot
      const { value, context, effects } = moved.shown
      return { event, value, context, actions: effects }
    })
    return { run: "coverage 1", actorRun: { begin, steps } }
  }
  const noticed = (recordings: Recordings) =>
    mutantsOf(watchlistMachine)
      .filter(({ kind, make }) => kind === "transition" && !isSameOn(make(), recordings.trails))
      .map(({ id }) => id)

  it("tells a mutant from the machine where the recording comes to what is missing", () => {
    const whole = readRecordings(watchlistMachine, [actorRunOf(add, remove)])
    expect(noticed(whole)).toEqual([
      "watchlist.keeping|watchlist.add|0",
      "watchlist.keeping|watchlist.remove|0",
    ])
    const part = readRecordings(watchlistMachine, [actorRunOf(add)])
    expect(noticed(part)).toEqual(["watchlist.keeping|watchlist.add|0"])
  })

  it("leaves out, and counts, what the machine does not do", () => {
    const [good, bad] = [actorRunOf(add), actorRunOf(add, remove)]
    const [first, ...rest] = bad.actorRun.steps
    if (first === undefined) throw new Error("nothing was recorded")
    const steps = [{ ...first, context: { symbols: ["TSLA"] } }, ...rest]
    const read = readRecordings(watchlistMachine, [good, { ...bad, actorRun: { ...bad.actorRun, steps } }])
    expect([read.trails.length, read.strange]).toEqual([1, 1])
  })
})

describe("the list of equivalent mutants", () => {
  it("is held against the verdicts both ways", () => {
    const verdict = { kind: "guard", inBrowser: null } as const
    const verdicts = [
      { ...verdict, mutant: "a", noticed: null },
      { ...verdict, mutant: "b", noticed: "path" },
    ] as const
    expect(listErrors(verdicts, { b: "no reason" })).toEqual({ missing: ["a"], needless: ["b"] })
    expect(Object.keys(equivalent).filter((machine) => !machineNames().includes(machine))).toEqual([])
  })
})
