/** The form of each machine's file. That an editor reads it unchanged is in machine-extractor.test.ts. */
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { chartOf } from "@financial-links/paths"
import { parseSync } from "rolldown/utils"
import { describe, expect, it } from "vitest"
import { machineNamed, machineNames } from "../../scripts/charts/machines.ts"
import { importsOf } from "../support/layers.ts"

const SELECTORS = "\n// ── selectors ─"

/** What stands elsewhere than in the order of types, setup, machine and selectors. */
const disorderIn = (code: string): readonly string[] => {
  const { body } = parseSync("machine.ts", code).program
  const textOf = ({ start, end }: { readonly start: number; readonly end: number }) => code.slice(start, end)
  const machine = body.findIndex((statement) => textOf(statement).includes(".createMachine("))
  const isExportedValue = (statement: (typeof body)[number]) =>
    /^export (const|function|class|let|default)\b/.test(textOf(statement))
  const early = body.slice(0, machine).filter(isExportedValue)
  const late = body.slice(machine + 1).filter(({ type }) => type === "ImportDeclaration")
  const end = body[machine]?.end ?? 0
  const isHeaded = body.length === machine + 1 || code.slice(end).trimStart().startsWith(SELECTORS.trim())
  return [
    ...early.map((statement) => `before the machine: ${textOf(statement).slice(0, 60)}`),
    ...late.map((statement) => `after the machine: ${textOf(statement)}`),
    ...(isHeaded ? [] : ["the selectors have no heading"]),
  ]
}

const codeOf = (name: string): string => readFileSync(join("machines", `${name}.ts`), "utf8")

describe.each(machineNames())("machines/%s.ts", (name) => {
  it("imports XState and pure functions alone", () => {
    const imports = importsOf({ path: `machines/${name}.ts`, code: codeOf(name) })
    const strangers = imports.filter(
      ({ from }) => from !== "xstate" && !/^\.\.\/src\/(domain|events|navigation)\//.test(from),
    )
    expect(strangers).toEqual([])
  })

  it("spreads nothing into its states, which an editor would read without it", () => {
    const [, tree = ""] = codeOf(name).split(".createMachine(")
    const begin = tree.search(/\n {2}(?:states|on): \{/)
    expect(begin).toBeGreaterThan(0)
    expect(tree.slice(begin).split(SELECTORS)[0]).not.toContain("...")
  })

  it("is walked by generated paths, in a browser or in the process", () => {
    const walks = [`../model/${name}.model.ts`, `${name}-paths.test.ts`]
    expect(walks.filter((file) => existsSync(join(import.meta.dirname, file)))).toHaveLength(1)
  })

  it("begins with what it promises", () => {
    expect(codeOf(name)).toMatch(/^\/\*\*\s+(\* )?Promises: /)
  })

  it("has types, setup, machine and selectors, in this order", () => {
    expect(disorderIn(codeOf(name))).toEqual([])
  })

  it("describes every state", async () => {
    const { description, states } = chartOf(await machineNamed(name))
    expect(description).not.toBe("")
    expect(states.filter((state) => state.description === "").map(({ id }) => id)).toEqual([])
  })

  it("names every guard, action, actor and delay, and has each of them in its setup", async () => {
    const machine = await machineNamed(name)
    const { states, transitions } = chartOf(machine)
    const { guards, actions, actors, delays } = machine.implementations
    const unknown = (known: object, used: readonly (string | null)[]) =>
      used.filter((one) => one !== null && !Object.hasOwn(known, one))
    const used = {
      guards: transitions.map(({ guard }) => guard),
      actions: [
        ...transitions.map((one) => one.actions),
        ...states.flatMap(({ entry, exit }) => [entry, exit]),
      ],
      actors: states.flatMap((state) => state.actors.map(({ source }) => source)),
      delays: transitions
        .filter(({ kind }) => kind === "delay")
        .map(({ event }) => event.replace("after ", "")),
    }
    expect(unknown(guards, used.guards)).toEqual([])
    expect(unknown(actions, used.actions.flat())).toEqual([])
    expect(unknown(actors, used.actors)).toEqual([])
    expect(unknown(delays, used.delays)).toEqual([])
  })
})
