import { expect, it } from "vitest"
import { createActor, type EventObject, setup } from "xstate"
import { lazyActor, type Run } from "../../src/runtime/actors/lazy-actor.ts"

/** A machine that runs a program whose code comes when the test says so. */
const openMachine = () => {
  const { promise, resolve, reject } = Promise.withResolvers<Run<string>>()
  const seen: string[] = []
  const logic = lazyActor<string>(
    () => promise,
    (input) => ({ type: "missing", input }),
  )
  const machine = setup({ actors: { program: logic } }).createMachine({
    initial: "running",
    states: {
      running: {
        invoke: { src: "program", input: "wanted" },
        on: { stop: "stopped" },
      },
      stopped: {},
    },
    on: { "*": { actions: ({ event }) => seen.push(JSON.stringify(event)) } },
  })
  const actor = createActor(machine).start()
  const bring = async () => {
    resolve((input, send) => {
      seen.push(`began with ${input}`)
      send({ type: "fact" } satisfies EventObject)
      return () => seen.push("ended")
    })
    await promise
  }
  const lose = async () => {
    reject(new Error("the code does not come"))
    await promise.catch(() => {})
  }
  return { actor, bring, lose, seen }
}

it("runs the program with its input once its code has come, and stops it", async () => {
  const { actor, bring, seen } = openMachine()
  await bring()
  expect(seen).toEqual(["began with wanted", '{"type":"fact"}'])
  actor.send({ type: "stop" })
  expect(seen.at(-1)).toBe("ended")
})

it("says that the code does not come, with the input", async () => {
  const { lose, seen } = openMachine()
  await lose()
  expect(seen).toEqual(['{"type":"missing","input":"wanted"}'])
})

it("runs nothing and says nothing after it was stopped", async () => {
  for (const end of ["bring", "lose"] as const) {
    const machine = openMachine()
    machine.actor.send({ type: "stop" })
    await machine[end]()
    expect(machine.seen).toEqual([])
  }
})
