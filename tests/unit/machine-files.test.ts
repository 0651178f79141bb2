import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { type ESTree, parseSync, Visitor } from "rolldown/utils"
import { describe, expect, it } from "vitest"
import { type Chart, chartOf } from "../../packages/paths/src/chart.ts"
import { machineNamed, machineNames } from "../../scripts/charts/machines.ts"
import { type LiteralConfig, readingOf } from "../support/editor-reading.ts"
import { importsOf } from "../support/layers.ts"

/**
 * Where XState has no way to give a function a name: what the machine begins and ends with, and what
 * actors and actions are given.
 */
const FREE_KEYS = ["context", "input", "output", "params"]

type Program = ReturnType<typeof parseSync>["program"]

type Config = ESTree.ObjectExpression
type Property = Config["properties"][number]
type Value = ESTree.Expression | ESTree.SpreadElement

/**
 * The object literal given to createMachine, which has to be the only machine of the file and
 * called on setup({ … }).
 */
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

/** What else than a literal an editor meets in the tree, as a person calls it. */
const WORDS: Readonly<Partial<Record<Value["type"], string>>> = {
  ArrowFunctionExpression: "a function",
  FunctionExpression: "a function",
  CallExpression: "a call",
  ConditionalExpression: "a condition",
  Identifier: "a name",
  MemberExpression: "a name",
  SpreadElement: "a spread",
  TemplateLiteral: "a template",
}

/**
 * What keeps an editor from reading the machine as it stands, one sentence each: anything that
 * would have to be run to be known.
 */
const obstaclesIn = (code: string): readonly string[] => {
  const { program } = parseSync("machine.ts", code)
  const shown = ({ start, end }: Value | Property) => code.slice(start, end).slice(0, 60)
  const inProperty = (property: Property): readonly string[] => {
    if (property.type === "SpreadElement") return [`a spread: ${shown(property)}`]
    const { key, value, computed, shorthand, method, kind } = property
    if (computed) return [`a computed name: ${shown(property)}`]
    if (key.type === "Identifier" && FREE_KEYS.includes(key.name)) return []
    if (shorthand) return [`a name: ${shown(property)}`]
    return method || kind !== "init" ? [`a function: ${shown(property)}`] : inValue(value)
  }
  const inValue = (value: Value | null): readonly string[] => {
    switch (value?.type) {
      case "ObjectExpression":
        return value.properties.flatMap(inProperty)
      case "ArrayExpression":
        return value.elements.flatMap(inValue)
      case "Literal":
        return []
      default:
        return value ? [`${WORDS[value.type] ?? value.type}: ${shown(value)}`] : ["a gap in a list"]
    }
  }
  return inValue(configOf(program))
}

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

/** The value of a literal; what has to be run to be known is left out. */
const literalOf = (value: Value | null): unknown => {
  switch (value?.type) {
    case "ObjectExpression":
      return Object.fromEntries(
        value.properties.flatMap((property) => {
          if (property.type === "SpreadElement" || property.computed) return []
          const { key } = property
          const name = key.type === "Identifier" ? key.name : key.type === "Literal" ? String(key.value) : ""
          return [[name, literalOf(property.value)]]
        }),
      )
    case "ArrayExpression":
      return value.elements.map(literalOf)
    case "Literal":
      return value.value
    default:
      return undefined
  }
}

/** What the text of a machine tells. */
const readingIn = (code: string): Chart => {
  const config: LiteralConfig = JSON.parse(
    JSON.stringify(literalOf(configOf(parseSync("machine.ts", code).program))),
  )
  return readingOf(config)
}

/** The same in any order: text and machine each have their own. */
const sorted = ({ states, transitions, ...rest }: Chart): Chart => {
  const byId = (one: { readonly id: string }, other: { readonly id: string }) => (one.id < other.id ? -1 : 1)
  return { ...rest, states: states.toSorted(byId), transitions: transitions.toSorted(byId) }
}

const codeOf = (name: string): string => readFileSync(join("machines", `${name}.ts`), "utf8")

describe.each(machineNames())("machines/%s.ts", (name) => {
  it("opens unchanged in an editor for statecharts", () => {
    const code = codeOf(name)
    expect(obstaclesIn(code)).toEqual([])
    const strangers = importsOf({ path: `machines/${name}.ts`, code }).filter(
      ({ from }) => from !== "xstate" && !/^\.\.\/src\/(domain|events|navigation)\//.test(from),
    )
    expect(strangers).toEqual([])
  })

  it("is by its text alone the machine that runs: each state, transition, guard, action, actor, delay, tag and description", async () => {
    const running = sorted(chartOf(await machineNamed(name)))
    expect(running.states.length).toBeGreaterThan(0)
    expect(sorted(readingIn(codeOf(name)))).toEqual(running)
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
    ["a template", "initial: `a`"],
    ["a name", "on: shared"],
    ["a name", "on"],
    ["a name", "on: { a: { guard: isOurs } }"],
    ["a name", 'on: { a: { actions: ["b", actions.c] } }'],
    ["a function", "entry() {}"],
    ["TSAsExpression", 'initial: "a" as const'],
  ])("finds %s", (what, config) => {
    expect(obstaclesIn(around(config)).join()).toContain(what)
  })

  it("accepts elements that need no name, and those of the setup", () => {
    const code = `setup({ guards: { g: () => true } }).createMachine({ context: ({ input }) => ({ ...input }), invoke: { input: f() } })`
    expect(obstaclesIn(code)).toEqual([])
  })

  it("reads targets from the root, from below and from beside, and several ways for one event", () => {
    const code = around(`id: "m", initial: "a", states: {
      a: { on: { go: [{ target: "#m.b.c", guard: "isFar" }, "b"], in: { target: ".d" } }, initial: "d", states: { d: {} } },
      b: { after: { soon: { target: "a", actions: ["tell", { type: "say" }] } }, initial: "c", states: { c: {} } },
    }`)
    const { transitions } = readingIn(code)
    expect(transitions.map(({ id, targets, guard, actions }) => [id, targets, guard, actions])).toEqual([
      ["m.a|go|0", ["m.b.c"], "isFar", []],
      ["m.a|go|1", ["m.b"], null, []],
      ["m.a|in|0", ["m.a.d"], null, []],
      ["m.b|after soon|0", ["m.a"], null, ["tell", "say"]],
    ])
  })

  it("finds selectors before the machine, or without their heading", () => {
    const early = `export const isOn = () => true;\n${around("")}`
    expect(disorderIn(early)).toEqual(["before the machine: export const isOn = () => true;"])
    expect(disorderIn(`${around("")}\nexport const isOn = () => true`)).toEqual([
      "the selectors have no heading",
    ])
    expect(disorderIn(`${around("")}\n${SELECTORS}\nexport const isOn = () => true`)).toEqual([])
  })

  it("wants one machine in a file", () => {
    expect(() => obstaclesIn("createMachine({})")).toThrow("0 machines")
    expect(() => obstaclesIn(`${around("")};${around("")}`)).toThrow("2 machines")
  })
})
