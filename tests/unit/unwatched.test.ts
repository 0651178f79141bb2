import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import type { ActorOptions, AnyActor, AnyActorLogic } from "xstate"
import { createCalls } from "../../src/devtools/calls.ts"
import { createTape } from "../../src/devtools/tape.ts"
import type { Watcher } from "../../src/runtime/inspector.ts"
import { freshBrowser } from "../support/journal-house.ts"
import { openWatchedHouse } from "../support/watched-house.ts"

/** How many seats have been filled, and how often somebody asked to be told what goes on in an actor. */
const made = vi.hoisted(() => ({ seats: 0, asked: 0 }))

vi.mock("xstate", async (importOriginal) => {
  const real = await importOriginal<typeof import("xstate")>()
  const listenTo = (actor: Pick<AnyActor, "id" | "system">): void => {
    if (!actor.id.includes(":")) made.seats += 1
    const { inspect } = actor.system
    actor.system.inspect = (observer) => {
      made.asked += 1
      return inspect(observer)
    }
  }
  class Actor<Logic extends AnyActorLogic> extends real.Actor<Logic> {
    constructor(logic: Logic, options?: ActorOptions<Logic>) {
      super(logic, options)
      if (options?.inspect) made.asked += 1
      listenTo(this)
    }
  }
  const createActor = <Logic extends AnyActorLogic>(logic: Logic, options?: ActorOptions<Logic>) =>
    new Actor(logic, options)
  return { ...real, Actor, createActor }
})

const closing: (() => unknown)[] = []
beforeEach(() => {
  freshBrowser()
  Object.assign(made, { seats: 0, asked: 0 })
  for (const name of ["addEventListener", "removeEventListener"]) vi.stubGlobal(name, () => {})
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  vi.unstubAllGlobals()
})

/** A first page that has asked the server for what it needs. */
const openHouse = async (watcher?: Watcher) => {
  const { close } = await openWatchedHouse(watcher)
  closing.push(close)
}

describe("with the console closed", () => {
  it("nobody hears of what actors do but the journal, which hears of each seat once", async () => {
    await openHouse()
    const { seats, asked } = made
    expect(seats).toBeGreaterThan(3)
    expect(asked).toBe(seats)
    Object.assign(made, { seats: 0, asked: 0 })
    const tape = createTape(Date.now)
    await openHouse({ ...tape.watcher, ...createCalls(Date.now).watcher })
    // the console hears of the same seats as well, and of calls
    const followed = tape.tracks().filter(({ isPast }) => !isPast)
    expect(made.seats).toBe(seats)
    expect(made.asked).toBe(asked + followed.length)
    expect(followed.length).toBeGreaterThan(seats)
    expect(tape.end()).toBeGreaterThan(0)
  })
})
