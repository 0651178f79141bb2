/** Mutants of a till, which a coin opens and half a second closes, and the command that judges them. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { assign, setup } from "xstate"
import type { Project } from "../src/command.ts"
import { judgeMutants, type Verdict } from "../src/judge.ts"
import { mutantsOf } from "../src/mutants.ts"
import { runMutantsCommand } from "../src/mutants-command.ts"

interface CoinEvent {
  readonly type: "coin"
  readonly worth: number
}

const till = setup({
  types: { context: {} as { readonly sum: number }, events: {} as CoinEvent | { readonly type: "empty" } },
  guards: {
    isCoin: ({ event }) => event.type === "coin" && event.worth > 0,
    hasMoney: ({ context }) => context.sum > 0,
  },
  actions: {
    add: assign({ sum: ({ context, event }) => context.sum + (event.type === "coin" ? event.worth : 0) }),
    clear: assign({ sum: 0 }),
    log: () => {},
  },
}).createMachine({
  id: "till",
  context: { sum: 0 },
  initial: "closed",
  states: {
    closed: { entry: "log", on: { coin: { target: "open", guard: "isCoin", actions: "add" } } },
    open: { after: { 500: "closed" }, on: { empty: { guard: "hasMoney", actions: ["clear", "log"] } } },
  },
})

const coin = (worth: number): CoinEvent => ({ type: "coin", worth })
const events = [coin(0), coin(1), { type: "empty" }]
/** Without a limit the sum has no end of values. */
const tells = ({ context }: { readonly context: { readonly sum: number } }) => Math.min(context.sum, 1)

const byNotice = (verdicts: readonly Verdict[], noticedBy: Verdict["noticedBy"]): readonly string[] =>
  verdicts.filter((verdict) => verdict.noticedBy === noticedBy).map(({ mutant }) => mutant)

describe("mutants", () => {
  it("lack each transition, guard and action in turn, by the names of the chart", () => {
    const before = JSON.stringify(till.config)
    expect(mutantsOf(till).map(({ id }) => id)).toEqual([
      "till.closed without entry log",
      "till.closed|coin|0",
      "till.closed|coin|0 without guard isCoin",
      "till.closed|coin|0 without action add",
      "till.open|empty|0",
      "till.open|empty|0 without guard hasMoney",
      "till.open|empty|0 without action clear",
      "till.open|empty|0 without action log",
      "till.open|after 500|0",
    ])
    for (const { make } of mutantsOf(till)) expect(JSON.stringify(make().config)).not.toBe(before)
    expect(JSON.stringify(till.config)).toBe(before)
  })

  it("are noticed by the paths and by what is refused on them", () => {
    const verdicts = judgeMutants(till, { events, tells })
    expect(byNotice(verdicts, "path")).toHaveLength(verdicts.length)
  })

  it("are not noticed where the table lacks the event that would", () => {
    const verdicts = judgeMutants(till, { events: [coin(1), { type: "empty" }], tells })
    expect(byNotice(verdicts, null)).toEqual(["till.closed|coin|0 without guard isCoin"])
  })

  it("may be noticed by an event in a situation that no covering path visits", () => {
    const steps = setup({}).createMachine({
      id: "steps",
      context: { count: 0 },
      initial: "on",
      states: {
        on: {
          on: {
            up: {
              guard: ({ context }) => context.count < 3,
              actions: assign({ count: ({ context }) => context.count + 1 }),
            },
          },
        },
      },
    })
    const [byGuard] = judgeMutants(steps, { events: [{ type: "up" }] }).filter(({ kind }) => kind === "guard")
    expect(byGuard?.noticedBy).toBe("situation")
  })

  it("mean nothing of a machine that does not repeat itself", () => {
    let draws = 0
    const drawing = setup({ actions: { draw: assign({ draw: () => (draws += 1) }) } }).createMachine({
      id: "drawing",
      context: { draw: 0 },
      on: { draw: { actions: "draw" } },
    })
    const cases = { events: [{ type: "draw" }], tells: () => 0 }
    expect(() => judgeMutants(drawing, cases)).toThrow("The machine drawing does not repeat itself")
  })
})

describe("the command for mutants", () => {
  const folder = mkdtempSync(join(tmpdir(), "paths-mutants-"))
  afterAll(() => rmSync(folder, { recursive: true }))

  const project = (given: readonly object[]): Project => ({
    call: "npm run paths --",
    mutantsCall: "npm run mutate --",
    names: () => ["till"],
    subjectNamed: async (name) => {
      if (name !== "till") throw new Error(`There is no machine ${name}`)
      return { machine: till, cases: { events: given.map((event) => ({ type: "", ...event })), tells } }
    },
  })

  it("passes where every mutant of every machine is noticed", async () => {
    const answer = await runMutantsCommand([], project(events))
    expect(answer).toEqual({
      text: "till: 9 mutants, the covering paths notice 100.0 %\n",
      isPassed: true,
    })
  })

  it("fails where nothing notices a mutant, and names it", async () => {
    const words = ["--machine", "till", "--least", "50"]
    const { text, isPassed } = await runMutantsCommand(words, project([coin(1), { type: "empty" }]))
    expect(text).toContain("88.9 %\n  nothing notices: till.closed|coin|0 without guard isCoin\n")
    expect(isPassed).toBe(false)
  })

  it("judges the machine of a file, in a process of its own", { timeout: 60_000 }, async () => {
    const file = join(folder, "lamp.ts")
    writeFileSync(
      file,
      `import { setup } from "xstate"
       export const lamp = setup({}).createMachine({
         id: "lamp", initial: "dark",
         states: { dark: { on: { press: "lit" } }, lit: { on: { press: "dark" } } },
       })`,
    )
    const answer = await runMutantsCommand(["--file", file, "--export", "lamp"])
    expect(answer).toEqual({
      text: `${file}: 2 mutants, the covering paths notice 100.0 %\n`,
      isPassed: true,
    })
  })

  it.each([
    [["--machine", "jar"], "There is no machine jar"],
    [["--machine", "till", "--least", "110"], "--least is a percentage, not 110"],
    [["--machine", "till", "--file", "a.ts"], "Say either --machine or --file"],
    [["--machine", "till", "--export", "a"], "--export names a machine of a --file"],
  ])("refuses %j", async (words, sentence) => {
    await expect(runMutantsCommand(words, project(events))).rejects.toThrow(sentence)
  })

  it("needs a file outside of a project, and says how it is used", async () => {
    await expect(runMutantsCommand(["--machine", "till"])).rejects.toThrow("Say --file")
    expect((await runMutantsCommand(["--help"])).text).toMatch(/^xstate-paths mutate --file PATH/)
    expect((await runMutantsCommand(["--help"], project(events))).text).toMatch(/^npm run mutate -- \[--mac/)
  })
})
