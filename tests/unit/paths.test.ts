import { describe, expect, it } from "vitest"
import { generatePaths, transitionsOf } from "../../scripts/paths/generate.ts"
import { casesNamed, machineNamed, machineNames } from "../../scripts/paths/machines.ts"
import { PATH_KINDS } from "../../scripts/paths/path-set.ts"

const LIMIT_MS = 5_000

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

  it.each(PATH_KINDS)(`are found in five seconds (%s)`, async (kind) => {
    const machine = await machineNamed(name)
    const cases = await casesNamed(name)
    const before = performance.now()
    const set = generatePaths(machine, { kind, cases })
    expect(performance.now() - before).toBeLessThan(LIMIT_MS)
    expect(set.paths.length).toBeGreaterThan(0)
    expect(generatePaths(machine, { kind, cases })).toEqual(set)
  })
})
