/**
 * Declares the covering paths of one machine as tests against the app's own code in this process,
 * for machines whose situations a browser reaches only by luck or by waiting.
 */
import { isDeepStrictEqual } from "node:util"
import {
  type Cases,
  chartOf,
  generatePaths,
  type Path,
  type PathStep,
  stateName,
  takenIds,
  traced,
  walkOf,
} from "@financial-links/paths"
import { describe, expect, it } from "vitest"
import type { AnyActor, AnyMachineSnapshot, AnyStateMachine, EventObject } from "xstate"
import type { Inspector } from "../../../src/runtime/actors/inspector.ts"
import { undriven } from "../undriven.ts"

export interface ProcessDriver {
  /** Causes the event in the app's code. No event is sent to the actor directly. */
  readonly trigger: (event: EventObject, from: string, rest: readonly PathStep[]) => Promise<void> | void
  readonly close?: () => void
}

/** Opens the app's code for one path; each machine that it starts is reported to `onActor`. */
export type OpenDriver = (onActor: Inspector["onActor"], path: Path) => ProcessDriver

const TURNS = 40

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

const isSame = (actual: AnyMachineSnapshot, expected: AnyMachineSnapshot): boolean =>
  isDeepStrictEqual(actual.value, expected.value) &&
  isDeepStrictEqual(plain(actual.context), plain(expected.context))

/** Waits some turns of the event loop, not a time: everything in the process answers at once. */
const settled = async (now: () => AnyMachineSnapshot | undefined, expected: AnyMachineSnapshot) => {
  for (let turn = 0; turn < TURNS; turn += 1) {
    const actual = now()
    if (actual && isSame(actual, expected)) return
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Plays one path; returns the transitions that the app's actors took. */
const play = async (machine: AnyStateMachine, path: Path, open: OpenDriver): Promise<readonly string[]> => {
  const taken: string[] = []
  let actor: AnyActor | undefined
  const driver = open((inspected) => {
    if (inspected.machine.id !== machine.id) return
    actor = inspected.actor
    const { sessionId } = inspected.actor
    inspected.actor.system.inspect((event) => {
      if (event.type === "@xstate.microstep" && event.actorRef.sessionId === sessionId)
        taken.push(...takenIds(event))
    })
  }, path)
  const tracer = traced(machine, path.input)
  let { snapshot } = tracer.start()
  try {
    for (const [index, { event }] of path.steps.entries()) {
      const from = stateName(snapshot.value)
      snapshot = tracer.step(snapshot, event).snapshot
      await driver.trigger(event, from, path.steps.slice(index + 1))
      const expected = snapshot
      await settled(() => actor?.getSnapshot(), expected)
      const actual: AnyMachineSnapshot | undefined = actor?.getSnapshot()
      expect(
        { value: actual?.value, context: plain(actual?.context ?? null) },
        `after ${event.type} in ${from}, step ${index + 1} of ${path.name}`,
      ).toEqual({ value: expected.value, context: plain(expected.context) })
    }
  } finally {
    driver.close?.()
  }
  return taken
}

/** Declares a test per covering path, and one for what they cover together. */
export const runInProcess = (machine: AnyStateMachine, cases: Cases, open: OpenDriver): void => {
  const { paths } = generatePaths(machine, { kind: "coverage", cases: walkOf(cases), goals: "transitions" })
  const taken = new Set<string>()
  describe(`a path of ${machine.id}`, () => {
    it.each(paths)("$name", async (path) => {
      for (const id of await play(machine, path, open)) taken.add(id)
    })
    it("together with the others takes every transition, but for what is listed", () => {
      const missing = chartOf(machine)
        .transitions.map(({ id }) => id)
        .filter((id) => !taken.has(id))
      expect(missing).toEqual(Object.keys(undriven[machine.id] ?? {}))
    })
  })
}
