import {
  eventsOf,
  explore,
  FORMATS,
  formatted,
  generatePaths,
  PATH_KINDS,
  stateName,
  transitionsOf,
  walkOf,
} from "@financial-links/paths"
import { describe, expect, it } from "vitest"
import { assign, setup } from "xstate"
import { casesNamed, machineNamed, machineNames } from "../../scripts/charts/machines.ts"
import { casesOf } from "../support/exhaustive.ts"

describe.each(machineNames())("the paths of %s", (name) => {
  it("cover every state and every transition, but for what the table says cannot be", async () => {
    const machine = await machineNamed(name)
    const cases = await casesNamed(name)
    const set = generatePaths(machine, { kind: "coverage", cases })
    const excused = Object.keys(cases.unreachable ?? {})
    expect(set.missed.states).toEqual([])
    expect(set.missed.transitions.map(({ id }) => id)).toEqual(excused)
    expect(set.bounds).toEqual([])
    const taken = new Set(set.paths.flatMap(({ steps }) => steps.flatMap((step) => step.transitions)))
    expect(taken.size).toBeGreaterThan(0)
    expect(transitionsOf(machine)).toEqual(expect.arrayContaining([...taken]))
  })

  it("can be walked, but for transitions whose reason is given", async () => {
    const walk = walkOf(await casesNamed(name))
    const { missed, bounds } = generatePaths(await machineNamed(name), { kind: "coverage", cases: walk })
    const excused = Object.keys(walk.unreachable ?? {})
    expect(missed.transitions.map(({ id }) => id).filter((id) => !excused.includes(id))).toEqual([])
    expect(missed.states.filter(({ reason }) => reason.startsWith("no event"))).toEqual([])
    expect(bounds).toEqual([])
  })
})

/** The same for every machine: two of them stand for the rest in a normal run. */
const searched = casesOf(machineNames(), (name) => ["list", "upload"].includes(name))

describe.each(searched)("the searches through %s", { tags: ["sweep"] }, (name) => {
  it("reach every state in no more steps where that is all that is requested", async () => {
    const machine = await machineNamed(name)
    const cases = await casesNamed(name)
    const [ofStates, ofTransitions] = (["states", "transitions"] as const).map((goals) =>
      generatePaths(machine, { kind: "coverage", cases, goals }),
    )
    expect(ofStates?.missed.states).toEqual([])
    expect(ofStates?.totals.steps).toBeGreaterThan(0)
    expect(ofStates?.totals.steps).toBeLessThanOrEqual(ofTransitions?.totals.steps ?? 0)
  })

  it.each(PATH_KINDS)("come to an end and are the same each time (%s)", async (kind) => {
    const machine = await machineNamed(name)
    const cases = await casesNamed(name)
    const set = generatePaths(machine, { kind, cases })
    expect(set.paths.length).toBeGreaterThan(0)
    // A copy of the table is explored again, which takes most of the time.
    const again = kind === "coverage" ? { ...cases } : cases
    expect(generatePaths(machine, { kind, cases: again })).toEqual(set)
    expect(set.totals.weight).toBe(set.paths.reduce((sum, { weight }) => sum + weight, 0))
    expect(set.totals.steps).toBe(set.paths.flatMap(({ steps }) => steps).length)
    for (const format of FORMATS) expect(formatted(set, format).length).toBeGreaterThan(0)
  })
})

describe("the paths that can be walked", () => {
  /** The states in whose situations a table lists this event, whether or not the machine takes it there. */
  const offeredIn = async (name: string, type: string, isAll: boolean): Promise<ReadonlySet<string>> => {
    const machine = await machineNamed(name)
    const all = await casesNamed(name)
    const cases = isAll ? all : walkOf(all)
    const events = eventsOf(machine, cases)
    const snapshots = explore(machine, cases).flatMap(({ situations }) =>
      [...situations.values()].map(({ snapshot }) => snapshot),
    )
    return new Set(
      snapshots
        .filter((snapshot) => events(snapshot).some((event) => event.type === type))
        .map(({ value }) => stateName(value)),
    )
  }

  it.each([
    ["deposit", "deposit.change", ["filling.amounting", "filling.refused"], "filling.paying"],
    ["deposit", "deposit.proofStored", ["filling.proving", "filling.refused"], "filling.amounting"],
    ["deposit", "deposit.choose", ["filling.choosing"], "filling.paying"],
    ["session", "session.login", ["anonymous"], "authenticated.active"],
    ["order", "order.confirm", ["confirming"], "editing.untried"],
  ])("of %s offer %s only where it is shown", async (name, type, shown, elsewhere) => {
    expect([...(await offeredIn(name, type, false))].toSorted()).toEqual(shown)
    expect(await offeredIn(name, type, true)).toContain(elsewhere)
  })
})

describe("covering paths", () => {
  /**
   * Wiping is nothing on a clean board, and only a board that is begun with chalk can be written
   * on.
   */
  const board = setup({
    types: {
      input: {} as { readonly hasChalk: boolean },
      context: {} as { readonly hasChalk: boolean; readonly text: string },
      events: {} as { readonly type: "write" } | { readonly type: "wipe" },
    },
    guards: { hasChalk: ({ context }) => context.hasChalk },
    actions: { write: assign({ text: "a" }), wipe: assign({ text: "" }) },
  }).createMachine({
    id: "board",
    context: ({ input: { hasChalk } }) => ({ hasChalk, text: "" }),
    on: { wipe: { actions: "wipe" }, write: { guard: "hasChalk", actions: "write" } },
  })
  const cases = {
    inputs: [{ hasChalk: true }, { hasChalk: false }],
    events: [{ type: "wipe" }, { type: "write" }],
  }
  const typesOf = (goals: "transitions" | "changes") =>
    generatePaths(board, { kind: "coverage", cases, goals }).paths.map(({ steps }) =>
      steps.map(({ event }) => event.type).join(" "),
    )

  it("take each transition where it changes something, and begin with every input", () => {
    expect(typesOf("changes")).toEqual(["wipe write wipe", "wipe"])
  })

  it("only take each transition where that is all that is requested", () => {
    expect(typesOf("transitions")).toEqual(["wipe write"])
  })
})
