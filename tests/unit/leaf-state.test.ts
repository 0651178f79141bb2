import { describe, expect, it } from "vitest"
import { type AnyStateNode, createActor, type SnapshotFrom, setup } from "xstate"
import { depositMachine, depositPhase } from "../../machines/deposit.ts"
import { machineNamed, machineNames } from "../../scripts/charts/machines.ts"
import { type LeafState, viewAt } from "../../src/domain/leaf-state.ts"
import { readFiles } from "../support/source-rules.ts"

const lampMachine = setup({ types: { events: {} as { readonly type: "switch" } } }).createMachine({
  initial: "off",
  states: {
    off: { on: { switch: "on" } },
    on: { initial: "dim", states: { dim: { on: { switch: "bright" } }, bright: {} } },
  },
})

type Lamp = SnapshotFrom<typeof lampMachine>

/** The lamp after this many switches. */
const lamp = (switches: number): Lamp => {
  const actor = createActor(lampMachine).start()
  for (let count = 0; count < switches; count++) actor.send({ type: "switch" })
  return actor.getSnapshot()
}

const views = { off: "dark", "on.dim": "grey", "on.bright": "white" } as const satisfies Record<
  LeafState<Lamp>,
  string
>

describe("a table of views", () => {
  it("has the view of the state that a machine is in, at any depth", () => {
    const seen: readonly ("dark" | "grey" | "white")[] = [0, 1, 2].map((count) => viewAt(lamp(count), views))
    expect(seen).toEqual(["dark", "grey", "white"])
  })

  it("has null for a state whose view is found elsewhere, and none for a region without views", () => {
    expect(viewAt(lamp(0), { ...views, off: null })).toBe(null)
    const regions = { "cord.slack": undefined, "bulb.dim": "grey" } as const
    expect(viewAt({ value: { cord: "slack", bulb: "dim" } as const }, regions)).toBe("grey")
  })

  it("does not compile without each leaf state, nor with a state that is none", () => {
    // @ts-expect-error: the state on.bright has no view
    const lacking: Record<LeafState<Lamp>, string> = { off: "dark", "on.dim": "grey" }
    // @ts-expect-error: on holds other states and is none itself
    const compound: Record<LeafState<Lamp>, string> = { ...views, on: "grey" }
    expect(() => viewAt(lamp(2), lacking)).toThrow("no view for the state on.bright")
    expect(viewAt(lamp(1), compound)).toBe("grey")
  })

  it("does not compile without a step of the deposit", () => {
    type Deposit = SnapshotFrom<typeof depositMachine>
    type Lacking = Record<Exclude<LeafState<Deposit>, "filling.proving">, string>
    const look = (deposit: Deposit, lacking: Lacking) =>
      // @ts-expect-error: the step filling.proving has no view
      viewAt(deposit, lacking)
    expect(look).toBeTypeOf("function")
    expect(depositPhase(createActor(depositMachine).getSnapshot(), false)).toBe("closed")
  })
})

const nodesOf = (node: AnyStateNode): readonly AnyStateNode[] => [
  node,
  ...Object.values(node.states).flatMap(nodesOf),
]

/** Lists of states outside the machines' files. */
const listsOfStates = (code: string): readonly string[] =>
  code.match(/\b(?:\w*[sS]napshot\w*(?:\(\))?)\.(?:matches\(|value\b)/g) ?? []

/** The selectors of phases, as text. */
const selectorsOf = (code: string): readonly string[] =>
  code.match(/export const \w+Phase = [^}]*?(?:\n\n|\n}|$)/g) ?? []

/** Machines without a screen: what hosts them waits for one of their states. */
const ASKED_BY_THE_RUNTIME = ["leader", "stream"]

/** The files that ask each machine of a shared stream whether it is busy, and each ticket for its operation. */
const ASK_EVERY_TICKET = ["src/runtime/journal/store-host.ts", "src/runtime/actors/outbox.ts"]
const TICKETS = ["close", "deposit", "operation", "order", "withdrawal"]

/** Whether the file may ask this machine for a tag: it is its own, imports it or has its actor. */
const concerns = ({ path, code }: { readonly path: string; readonly code: string }, name: string): boolean =>
  path === `machines/${name}.ts` ||
  code.includes(`machines/${name}.ts"`) ||
  code.includes(`useActor("${name}")`) ||
  code.includes(`boot.${name}.`) ||
  (ASK_EVERY_TICKET.includes(path) && TICKETS.includes(name))

describe("what a state shows", () => {
  it("is said in the file of its machine, not in hooks, features or the frame", () => {
    const files = readFiles(["src/runtime/hooks", "src/features", "src/app"], /\.tsx?$/)
    expect(files.length).toBeGreaterThan(80)
    expect(files.filter(({ code }) => listsOfStates(code).length > 0).map(({ path }) => path)).toEqual([])
    expect(listsOfStates(`handle.getSnapshot().matches("off"); snapshot.value === "on"`)).toHaveLength(2)
  })

  it("is a table of every leaf state wherever a machine has phases", () => {
    const selectors = readFiles(["machines"], /\.ts$/).flatMap(({ code }) => selectorsOf(code))
    expect(selectors.length).toBeGreaterThan(10)
    expect(selectors.filter((each) => !each.includes("viewAt(snapshot, "))).toEqual([])
    expect(selectorsOf("export const lampPhase = (snapshot) =>\n  snapshot.matches(1)")).toHaveLength(1)
  })

  it("is in a table or a tag: no selector of a screen asks for one state, as if there were no other", () => {
    const asking = readFiles(["machines"], /\.ts$/)
      .filter(({ code }) => /[sS]napshot\.matches\(/.test(code))
      .map(({ path }) => path)
    expect(asking).toEqual(ASKED_BY_THE_RUNTIME.map((name) => `machines/${name}.ts`))
  })

  it("is in no tag that the app does not ask that machine for", async () => {
    const files = readFiles(["src", "machines"], /\.tsx?$/)
    const unasked = await Promise.all(
      machineNames().map(async (name) => {
        const about = files.filter((file) => concerns(file, name)).map(({ code }) => code)
        const tags = new Set(nodesOf((await machineNamed(name)).root).flatMap((node) => node.tags))
        const missing = [...tags].filter((tag) => !about.some((code) => code.includes(`hasTag("${tag}")`)))
        return missing.map((tag) => `${name}: ${tag}`)
      }),
    )
    expect(unasked.flat()).toEqual([])
    expect(files.filter((file) => concerns(file, "startup")).length).toBeGreaterThan(5)
    expect(concerns({ path: "src/a.ts", code: 'import "../../machines/startup.ts"' }, "notices")).toBe(false)
  })
})
