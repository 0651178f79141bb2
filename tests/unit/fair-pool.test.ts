import { Effect, Exit } from "effect"
import { describe, expect, it } from "vitest"
import { makeFairPool } from "../../server/fair-pool.ts"

type Limits = Parameters<typeof makeFairPool<"refused">>[0]

const refuse = () => "refused" as const

/** A pool whose work ends when the test says so. */
const openPool = (limits: Partial<Limits>) => {
  const pool = makeFairPool({
    atOnce: 1,
    atOnceOfOne: 2,
    waitingMax: 9,
    waitingMaxOfOne: 9,
    refuse,
    ...limits,
  })
  /** Calls by name, in the order in which they began. */
  const begun: string[] = []
  const refused: string[] = []
  const ends = new Map<string, () => void>()
  const settled = () => new Promise((resolve) => setTimeout(resolve, 0))
  return {
    begun,
    refused,
    /** `ada 1` is a call of ada, `ada 1 x` one that has to do with the host x. */
    call: async (...names: readonly string[]) => {
      for (const name of names) {
        const work = Effect.callback<void>((resume) => {
          begun.push(name)
          ends.set(name, () => resume(Effect.void))
        })
        const [party = "", , host] = name.split(" ")
        void Effect.runPromiseExit(pool.run(party, work, host)).then((exit) => {
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

describe("a fair pool", () => {
  it("runs no more at once than it may, and of one party fewer", async () => {
    const { begun, call, end } = openPool({ atOnce: 3, atOnceOfOne: 2 })
    await call("ada 1", "ada 2", "ada 3", "bob 1", "bob 2")
    expect(begun).toEqual(["ada 1", "ada 2", "bob 1"])
    await end("bob 1")
    expect(begun.slice(3)).toEqual(["bob 2"])
    await end("bob 2")
    expect(begun.slice(4)).toEqual([])
    await end("ada 1")
    expect(begun.slice(4)).toEqual(["ada 3"])
  })

  it("counts a party's calls again when some of them have ended", async () => {
    const { begun, call, end } = openPool({ atOnce: 9, atOnceOfOne: 2 })
    await call("ada 1", "ada 2")
    await end("ada 1")
    await call("ada 3", "ada 4")
    expect(begun).toEqual(["ada 1", "ada 2", "ada 3"])
    await end("ada 2", "ada 3")
    await call("ada 5", "ada 6")
    expect(begun.slice(3)).toEqual(["ada 4", "ada 5"])
  })

  it("gives each party one turn a round, however many calls it has", async () => {
    const { begun, call, end } = openPool({})
    await call("ada 1", "ada 2", "ada 3", "ada 4", "bob 1", "cy 1", "bob 2")
    await end("ada 1", "ada 2", "bob 1", "cy 1", "ada 3", "bob 2", "ada 4")
    expect(begun).toEqual(["ada 1", "ada 2", "bob 1", "cy 1", "ada 3", "bob 2", "ada 4"])
  })

  it("refuses a party's call beyond those that may wait", async () => {
    const { call, refused } = openPool({ waitingMaxOfOne: 2 })
    await call("ada 1", "ada 2", "ada 3", "ada 4", "bob 1")
    expect(refused).toEqual(["ada 4"])
  })

  it("takes a newcomer in place of the last call of the longest line when it is full", async () => {
    const { begun, call, end, refused } = openPool({ waitingMax: 3 })
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
    const { call, refused } = openPool({ waitingMax: 4 })
    await call("ada 1", "ada 2", "ada 3", "bob 1", "bob 2", "cy 1")
    expect(refused).toEqual(["ada 3"])
  })

  it("runs fewer at once of one remote host, and goes on with others meanwhile", async () => {
    const { begun, call, end } = openPool({ atOnce: 3, atOnceOfOne: 2, atOnceOfHost: 2 })
    await call("ada 1 x", "bob 1 x", "cy 1 x", "dan 1 y", "eve 1 y", "ada 2 y")
    expect(begun).toEqual(["ada 1 x", "bob 1 x", "dan 1 y"])
    await end("ada 1 x")
    expect(begun.slice(3)).toEqual(["cy 1 x"])
    await end("dan 1 y", "bob 1 x")
    expect(begun.slice(4)).toEqual(["eve 1 y", "ada 2 y"])
  })

  it("goes on after work that fails, and fails with what it is given when it is full", async () => {
    const pool = makeFairPool({ atOnce: 1, atOnceOfOne: 1, waitingMax: 1, waitingMaxOfOne: 1, refuse })
    expect(Exit.isFailure(await Effect.runPromiseExit(pool.run("ada", Effect.die("defect"))))).toBe(true)
    expect(await Effect.runPromise(pool.run("ada", Effect.succeed("done")))).toBe("done")
    for (const party of ["ada", "bob"]) void Effect.runPromise(pool.run(party, Effect.never))
    expect(await Effect.runPromise(Effect.flip(pool.run("cy", Effect.void)))).toBe("refused")
  })
})
