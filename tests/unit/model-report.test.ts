import { existsSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { chartOf } from "../../packages/paths/src/chart.ts"
import { machineNamed, machineNames } from "../../scripts/charts/machines.ts"
import { type MachineReport, type Part, reportPage } from "../model/harness/report.ts"
import { shuffled } from "../model/harness/seed.ts"
import { undriven } from "../model/undriven.ts"

describe("the model runs", () => {
  it.each(machineNames())("have one for %s, and what it cannot drive exists", async (name) => {
    const inBrowser = join(import.meta.dirname, "../model", `${name}.model.ts`)
    const inProcess = join(import.meta.dirname, `${name}-paths.test.ts`)
    expect([inBrowser, inProcess].filter((file) => existsSync(file))).toHaveLength(1)
    const { states, transitions } = chartOf(await machineNamed(name))
    const known = new Set([...states, ...transitions].map(({ id }) => id))
    const listed = Object.entries(undriven[name] ?? {})
    expect(listed.filter(([id, reason]) => !known.has(id) || reason === "")).toEqual([])
  })

  it("list what cannot be driven of existing machines only", () => {
    expect(Object.keys(undriven).filter((name) => !machineNames().includes(name))).toEqual([])
  })

  it("play the same paths in the same order for the same seed", () => {
    const paths = Array.from({ length: 12 }, (_, index) => ({ name: `path ${index}` }))
    expect(shuffled(paths, "7")).toEqual(shuffled(paths, "7"))
    expect(shuffled(paths, "7")).not.toEqual(shuffled(paths, "8"))
    expect(
      shuffled(paths, "7")
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(paths.map(({ name }) => name).toSorted())
  })
})

const partOf = async (): Promise<Part> => {
  const chart = chartOf(await machineNamed("request"))
  const [first, second, third] = chart.transitions
  const rows = chart.transitions.map(({ id }) => ({ id, runs: id === first?.id ? { "one <path>": 2 } : {} }))
  const report: MachineReport = {
    machine: "request",
    seed: "7",
    atMs: 0,
    states: [],
    transitions: rows.slice(0, 3),
    undriven: { [second?.id ?? ""]: "because of this & that" },
    paths: [{ name: "one <path>", passed: true, elapsedMs: 1_500, events: ["request.abort"] }],
  }
  expect(third).toBeDefined()
  return { report, chart, svg: "<svg></svg>" }
}

describe("the report of the model runs", () => {
  it("tells what was taken, how often and where, what cannot be, and what never was", async () => {
    const page = reportPage([await partOf()])
    const rows = page.split("<tr ").filter((row) => row.startsWith('class="is-'))
    const verdicts = rows.map((row) => /is-(\w+)/.exec(row)?.[1])
    expect(verdicts).toEqual(["missing", "covered", "listed", "missing"])
    expect(page).toContain('<a href="#request-p1">one &lt;path&gt;</a> ×2')
    expect(page).toContain("because of this &amp; that")
    expect(page).toContain("1 of 3")
    expect(page).not.toContain("<path>")
  })
})
