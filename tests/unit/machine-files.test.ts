import { readFileSync } from "node:fs"
import { join } from "node:path"
import { parseSync, Visitor } from "rolldown/utils"
import { describe, expect, it } from "vitest"
import { machineNamed, machineNames } from "../../scripts/paths/machines.ts"
import { chartOf } from "../../src/inspect/chart.ts"
import { importsOf } from "../support/layers.ts"

/** Where XState has no way to give a function a name: what the machine begins with, and what actors and actions are given. */
const FREE_KEYS = ["context", "input", "params"]

type Program = ReturnType<typeof parseSync>["program"]

interface Config {
  readonly start: number
  readonly end: number
}

/** The object literal given to createMachine, which has to be the only machine of the file and called on setup({ … }). */
const configOf = (program: Program): Config => {
  const found: Config[] = []
  new Visitor({
    CallExpression({ callee, arguments: given }) {
      if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return
      if (callee.property.name !== "createMachine") return
      const { object } = callee
      const isSetup =
        object.type === "CallExpression" &&
        object.callee.type === "Identifier" &&
        object.callee.name === "setup" &&
        object.arguments[0]?.type === "ObjectExpression"
      const [config] = given
      if (isSetup && config?.type === "ObjectExpression") found.push(config)
    },
  }).visit(program)
  const [config] = found
  if (config === undefined || found.length > 1)
    throw new Error(`${found.length} machines of setup({ … }).createMachine({ … })`)
  return config
}

/** What keeps an editor from reading the machine as it stands, one sentence each. */
const obstaclesIn = (code: string): readonly string[] => {
  const { program } = parseSync("machine.ts", code)
  const config = configOf(program)
  const free: Config[] = []
  const isIn = (inner: Config, outer: Config) => inner.start > outer.start && inner.end <= outer.end
  const isJudged = (node: Config) => isIn(node, config) && !free.some((other) => isIn(node, other))
  const found: string[] = []
  const judge = (what: string) => (node: Config) => {
    if (isJudged(node)) found.push(`${what}: ${code.slice(node.start, node.end).slice(0, 60)}`)
  }
  new Visitor({
    Property(node) {
      const { key } = node
      if (node.computed && isJudged(node)) found.push(`a computed name: ${code.slice(node.start, node.end)}`)
      if (key.type === "Identifier" && FREE_KEYS.includes(key.name)) free.push(node)
    },
    SpreadElement: judge("a spread"),
    CallExpression: judge("a call"),
    ArrowFunctionExpression: judge("a function"),
    FunctionExpression: judge("a function"),
    ConditionalExpression: judge("a condition"),
    TemplateLiteral: judge("a template"),
  }).visit(program)
  return found
}

const codeOf = (name: string): string => readFileSync(join("machines", `${name}.ts`), "utf8")

describe.each(machineNames())("machines/%s.ts", (name) => {
  it("opens as it stands in an editor for statecharts", () => {
    const code = codeOf(name)
    expect(obstaclesIn(code)).toEqual([])
    const strangers = importsOf({ path: `machines/${name}.ts`, code }).filter(
      ({ from }) => from !== "xstate" && !from.startsWith("../src/domain/"),
    )
    expect(strangers).toEqual([])
  })

  it("begins with what it promises", () => {
    expect(codeOf(name)).toMatch(/^\/\*\*\s+(\* )?Promises: /)
  })

  it("describes every state and every transition", async () => {
    const { description, states, transitions } = chartOf(await machineNamed(name))
    expect(description).not.toBe("")
    expect(states.filter((state) => state.description === "").map(({ id }) => id)).toEqual([])
    expect(transitions.filter((one) => one.description === "").map(({ id }) => id)).toEqual([])
  })

  it("names every guard, action, actor and delay, and has each of them in its setup", async () => {
    const machine = await machineNamed(name)
    const { states, transitions } = chartOf(machine)
    const { guards, actions, actors, delays } = machine.implementations
    const has = (known: object, used: readonly (string | null)[]) =>
      used.filter((one) => one !== null && !Object.hasOwn(known, one))
    const waits = transitions.filter(({ kind }) => kind === "delay")
    expect(
      has(
        guards,
        transitions.map(({ guard }) => guard),
      ),
    ).toEqual([])
    expect(
      has(
        actions,
        transitions.flatMap((one) => one.actions),
      ),
    ).toEqual([])
    expect(
      has(
        actions,
        states.flatMap(({ entry, exit }) => [...entry, ...exit]),
      ),
    ).toEqual([])
    expect(
      has(
        actors,
        states.flatMap((state) => state.actors.map(({ source }) => source)),
      ),
    ).toEqual([])
    expect(
      has(
        delays,
        waits.map(({ event }) => event.replace("after ", "")),
      ),
    ).toEqual([])
  })
})

describe("the look at machine files", () => {
  const around = (config: string) => `export const aMachine = setup({}).createMachine({ ${config} })`

  it.each([
    ["a spread", "...others"],
    ["a call", 'entry: emit({ type: "a" })'],
    ["a function", "on: { a: { guard: () => true } }"],
    ["a computed name", "on: { [name]: {} }"],
    ["a condition", 'initial: isOn ? "a" : "b"'],
  ])("finds %s", (what, config) => {
    expect(obstaclesIn(around(config)).join()).toContain(what)
  })

  it("leaves alone what can have no name, and what stands in the setup", () => {
    const code = `setup({ guards: { g: () => true } }).createMachine({ context: ({ input }) => ({ ...input }), invoke: { input: f() } })`
    expect(obstaclesIn(code)).toEqual([])
  })

  it("wants one machine in a file", () => {
    expect(() => obstaclesIn("createMachine({})")).toThrow("0 machines")
    expect(() => obstaclesIn(`${around("")};${around("")}`)).toThrow("2 machines")
  })
})
