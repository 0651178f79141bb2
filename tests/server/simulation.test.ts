// @module-tag sweep
import { describe, expect, it } from "vitest"
import { simulate } from "../simulation/simulate.ts"
import { isExhaustive } from "../support/exhaustive.ts"

const minuteMs = 60_000

/** Leaves a kobo too much with a member who has less than half of the opening balance. */
const plantedDefect = `
  create function skim() returns trigger language plpgsql as $$
  begin new.available := new.available + 1; return new; end $$;
  create trigger skim before update of available on balances
    for each row when (new.available < old.available and new.available < 3000000) execute function skim()`

describe("a simulated site", () => {
  it("keeps every promise while everything fails, and does the same again for the same seed", async () => {
    const options = { seed: 6, ...(isExhaustive ? { hours: 3, members: 24 } : { hours: 1, members: 12 }) }
    const first = await simulate(options)
    expect(first.problem).toBeNull()
    expect(first.recomputed).toBeGreaterThan(0)
    expect([...first.counts.keys()].some((what) => what.startsWith("fault: crash"))).toBe(true)
    expect(await simulate(options)).toEqual(first)
  })

  it("fails at the same step for the same seed", { tags: ["exhaustive"] }, async () => {
    const options = { seed: 3, hours: 3, members: 24, planted: plantedDefect }
    const first = await simulate(options)
    expect(first.problem).not.toBeNull()
    expect(first.steps).toBeGreaterThan(10)
    expect(await simulate(options)).toEqual(first)
    const other = await simulate({ ...options, seed: 4 })
    expect(other.problem).not.toBeNull()
    expect([other.steps, other.digest]).not.toEqual([first.steps, first.digest])
  })

  const long = { timeout: 60 * minuteMs, tags: ["torture"] }
  it("keeps every promise for several seeds and half a day", long, async () => {
    for (let seed = 100; seed < 103; seed++) {
      const { problem, digest } = await simulate({ seed, hours: 12, members: 50 })
      expect(problem, `seed ${seed}, digest ${digest}`).toBeNull()
    }
  })
})
