import { Effect, Exit } from "effect"
import { describe, expect, it } from "vitest"
import { makeFairQueue } from "../../server/core/fair-queue.ts"

type Limits = Parameters<typeof makeFairQueue>[0]

/** A queue whose work ends when the test says so. */
const openQueue = (limits: Partial<Limits>) => {
  const queue = makeFairQueue({ atOnce: 1, atOnceOfOne: 2, waitingMax: 9, waitingMaxOfOne: 9, ...limits })
  /** Calls by name, in the order in which they began. */
  const begun: string[] = []
  const refused: string[] = []
  const ends = new Map<string, () => void>()
  const settled = () => new Promise((resolve) => setTimeout(resolve, 0))
  return {
    begun,
    refused,
    /** `ada 1` is a call of ada. */
    call: async (...names: readonly string[]) => {
      for (const name of names) {
        const work = () =>
          new Promise<void>((resolve) => {
            begun.push(name)
            ends.set(name, resolve)
          })
        const [party = ""] = name.split(" ")
        void Effect.runPromiseExit(queue.run(party, work)).then((exit) => {
          if (Exit.isFailure(exit)) refused.push(name)
        })
      }
      await settled()
    },
    end: async (...names: readonly string[]) => {
      for (const name of names) {
        ends.get(name)?.()
        await settled()
      }
    },
  }
}

describe("a fair queue", () => {
  it("runs no more at once than it may, and of one party fewer", async () => {
    const { begun, call, end } = openQueue({ atOnce: 3, atOnceOfOne: 2 })
    await call("ada 1", "ada 2", "ada 3", "bob 1", "bob 2")
    expect(begun).toEqual(["ada 1", "ada 2", "bob 1"])
    await end("bob 1")
    expect(begun.slice(3)).toEqual(["bob 2"])
    await end("bob 2")
    expect(begun.slice(4)).toEqual([])
    await end("ada 1")
    expect(begun.slice(4)).toEqual(["ada 3"])
  })

  it("counts a party's calls anew when some of them have ended", async () => {
    const { begun, call, end } = openQueue({ atOnce: 9, atOnceOfOne: 2 })
    await call("ada 1", "ada 2")
    await end("ada 1")
    await call("ada 3", "ada 4")
    expect(begun).toEqual(["ada 1", "ada 2", "ada 3"])
    await end("ada 2", "ada 3")
    await call("ada 5", "ada 6")
    expect(begun.slice(3)).toEqual(["ada 4", "ada 5"])
  })

  it("gives each party one turn a round, however many calls it has", async () => {
    const { begun, call, end } = openQueue({})
    await call("ada 1", "ada 2", "ada 3", "ada 4", "bob 1", "cy 1", "bob 2")
    await end("ada 1", "ada 2", "bob 1", "cy 1", "ada 3", "bob 2", "ada 4")
    expect(begun).toEqual(["ada 1", "ada 2", "bob 1", "cy 1", "ada 3", "bob 2", "ada 4"])
  })

  it("refuses a party's call beyond those that may wait", async () => {
    const { call, refused } = openQueue({ waitingMaxOfOne: 2 })
    await call("ada 1", "ada 2", "ada 3", "ada 4", "bob 1")
    expect(refused).toEqual(["ada 4"])
  })

  it("takes a newcomer in place of the last call of the longest line when it is full", async () => {
    const { begun, call, end, refused } = openQueue({ waitingMax: 3 })
    await call("ada 1", "ada 2", "ada 3", "bob 1", "cy 1")
    expect(refused).toEqual(["ada 3"])
    await call("dan 1", "cy 2")
    expect(refused).toEqual(["ada 3", "dan 1", "cy 2"])
    await end("ada 1", "ada 2", "bob 1", "cy 1")
    expect(begun).toEqual(["ada 1", "ada 2", "bob 1", "cy 1"])
    await call("dan 2", "eve 1", "eve 2", "fay 1", "gus 1")
    expect(begun.at(-1)).toBe("dan 2")
    expect(refused.slice(3)).toEqual(["eve 2"])
  })

  it("shortens the line whose turn is next where several are the longest", async () => {
    const { call, refused } = openQueue({ waitingMax: 4 })
    await call("ada 1", "ada 2", "ada 3", "bob 1", "bob 2", "cy 1")
    expect(refused).toEqual(["ada 3"])
  })

  it("goes on after work that fails, and says in a refusal when to come back", async () => {
    const queue = makeFairQueue({ atOnce: 1, atOnceOfOne: 1, waitingMax: 1, waitingMaxOfOne: 1 })
    const failed = await Effect.runPromiseExit(queue.run("ada", () => Promise.reject(new Error("defect"))))
    expect(Exit.isFailure(failed)).toBe(true)
    expect(await Effect.runPromise(queue.run("ada", () => Promise.resolve("done")))).toBe("done")
    for (const party of ["ada", "bob"])
      void Effect.runPromise(queue.run(party, () => new Promise<never>(() => {})))
    const error = await Effect.runPromise(Effect.flip(queue.run("cy", () => Promise.resolve())))
    expect(error.data).toEqual({ reason: "request.too-many", params: { seconds: 1 } })
  })
})
