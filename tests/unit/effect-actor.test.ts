import { Context, Effect } from "effect"
import { afterEach, expect, it, vi } from "vitest"
import { createActor, setup } from "xstate"
import { effectActor, runnable } from "../../src/runtime/actors/effect-actor.ts"

interface Fact {
  readonly type: "fact"
  readonly value: number
}

afterEach(() => vi.unstubAllGlobals())

const none = Context.empty()

it("sends what the program sends meanwhile, and its result", async () => {
  const seen: unknown[] = []
  const program = effectActor<number, Fact, never>(none, (input, send) =>
    Effect.sync(() => {
      send({ type: "fact", value: input })
      return { type: "fact", value: input + 1 } as const
    }),
  )
  const machine = setup({ actors: { program } }).createMachine({
    invoke: { src: "program", input: 1 },
    on: { fact: { actions: ({ event }) => seen.push(event) } },
  })
  createActor(machine).start()
  await vi.waitFor(() =>
    expect(seen).toEqual([
      { type: "fact", value: 1 },
      { type: "fact", value: 2 },
    ]),
  )
})

it("sends nothing for a program without a result, and nothing once it is stopped", async () => {
  const seen: unknown[] = []
  let ends = 0
  const withoutResult = runnable<null, Fact, never>(none, () => Effect.sync(() => undefined))
  withoutResult(null, (fact) => seen.push(fact))
  const endless = runnable<null, Fact, never>(none, () =>
    Effect.onInterrupt(Effect.never, () =>
      Effect.sync(() => {
        ends += 1
      }),
    ),
  )
  endless(null, (fact) => seen.push(fact))()
  await vi.waitFor(() => expect(ends).toBe(1))
  expect(seen).toEqual([])
})

it("reports a defect as an uncaught error, and an interruption as none", async () => {
  const reported: unknown[] = []
  vi.stubGlobal("reportError", (error: unknown) => reported.push(error))
  runnable<null, Fact, never>(none, () => Effect.never)(null, () => {})()
  runnable<null, Fact, never>(none, () => Effect.die(new Error("a bug")))(null, () => {})
  await vi.waitFor(() => expect(String(reported[0])).toContain("a bug"))
  expect(reported).toHaveLength(1)
})
