/**
 * Opens every machine with `@xstate/machine-extractor`, the reader of Stately's editors. It is written
 * for XState 4, which it finds under the name `xstate-4`.
 */
import { readFileSync } from "node:fs"
import { createRequire, registerHooks } from "node:module"
import { join } from "node:path"
import { type Chart, chartOf } from "@financial-links/paths"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { machineNamed, machineNames } from "../../scripts/charts/machines.ts"
import { projectRoot } from "../../scripts/child-process.ts"
import { type LiteralConfig, readingOf } from "../support/editor-reading.ts"

const hooks = registerHooks({
  resolve: (specifier, context, next) =>
    /^xstate(?:\/|$)/.test(specifier) && context.parentURL?.includes("machine-extractor")
      ? next(specifier.replace("xstate", "xstate-4"), context)
      : next(specifier, context),
})
afterAll(() => hooks.deregister())

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Its terms (`cond`, `{ kind: "named", … }`) in those of a literal config. */
const literalOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(literalOf)
  if (!isObject(value)) return value
  const { kind, action, type, ...rest } = value
  if (kind === "named" && isObject(action)) return action.type
  if (kind === "named" && type !== undefined) return type
  const entries = Object.entries(kind === "named" ? rest : value)
  return Object.fromEntries(
    entries.map(([name, inner]) => [name === "cond" ? "guard" : name, literalOf(inner)]),
  )
}

const call = (owner: unknown, name: string, ...given: readonly unknown[]): unknown => {
  const method: unknown = isObject(owner) ? Reflect.get(owner, name) : undefined
  if (typeof method !== "function") throw new Error(`the extractor has no ${name}`)
  return Reflect.apply(method, owner, [...given])
}

/** The only machine of a file, as the extractor reads it. */
const extracted = (code: string): Chart => {
  const extractor: unknown = createRequire(import.meta.url)("@xstate/machine-extractor")
  const found = call(extractor, "extractMachinesFromFile", code)
  const machines: unknown = isObject(found) ? found.machines : undefined
  if (!Array.isArray(machines) || machines.length !== 1) throw new Error("not one machine in the file")
  const config: LiteralConfig = JSON.parse(JSON.stringify(literalOf(call(machines[0], "toConfig"))))
  return readingOf(config)
}

/** In any order, and without `reenter`, which XState 4 does not have. */
const comparable = ({ states, transitions, ...rest }: Chart) => {
  const byId = (one: { readonly id: string }, other: { readonly id: string }) => (one.id < other.id ? -1 : 1)
  return {
    ...rest,
    states: states.toSorted(byId),
    transitions: transitions.map(({ reenter: _, ...one }) => one).toSorted(byId),
  }
}

describe("the extractor of Stately's editors", () => {
  // it prints each parameter of an action that is a function, which it does not read
  beforeAll(() => {
    for (const name of ["log", "warn"] as const) vi.spyOn(console, name).mockImplementation(() => {})
  })
  afterAll(() => vi.restoreAllMocks())

  it.each(machineNames())("reads every state and transition of %s", async (name) => {
    const code = readFileSync(join(projectRoot, "machines", `${name}.ts`), "utf8")
    const read = comparable(extracted(code))
    expect(read.states.length).toBeGreaterThan(0)
    expect(read).toEqual(comparable(chartOf(await machineNamed(name))))
  })

  it("sees what is not there: a state without its transition is another chart", () => {
    const around = (config: string) =>
      extracted(
        `export const m = setup({}).createMachine({ id: "m", initial: "a", states: { a: ${config} } })`,
      )
    expect(around('{ on: { x: { target: "a", guard: "g" } } }').transitions).toMatchObject([
      { id: "m.a|x|0", guard: "g", targets: ["m.a"] },
    ])
    expect(around("{}").transitions).toEqual([])
  })
})
