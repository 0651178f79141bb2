import { beforeEach, describe, expect, it, vi } from "vitest"
import type { ActorOptions, AnyActor, AnyActorLogic } from "xstate"
import { createCallLog } from "../../src/devtools/call-log.ts"
import { createEventLog } from "../../src/devtools/event-log.ts"
import type { Inspector } from "../../src/runtime/actors/inspector.ts"
import { freshBrowserForEach } from "../support/in-process-runtime.ts"
import { openInspectedApp } from "../support/inspected-app.ts"

/**
 * Number of journaled and other hosted top-level actors created, and of inspection listeners added.
 * The event store's own actor has no listener of the journal.
 */
const made = vi.hoisted(() => ({ actors: 0, listeners: 0, ofStore: ["leader"] }))

vi.mock("xstate", async (importOriginal) => {
  const real = await importOriginal<typeof import("xstate")>()
  const countListeners = (actor: Pick<AnyActor, "id" | "system">): void => {
    if (!actor.id.includes(":") && !made.ofStore.includes(actor.id)) made.actors += 1
    const { inspect } = actor.system
    actor.system.inspect = (observer) => {
      made.listeners += 1
      return inspect(observer)
    }
  }
  class Actor<Logic extends AnyActorLogic> extends real.Actor<Logic> {
    constructor(logic: Logic, options?: ActorOptions<Logic>) {
      super(logic, options)
      if (options?.inspect) made.listeners += 1
      countListeners(this)
    }
  }
  const createActor = <Logic extends AnyActorLogic>(logic: Logic, options?: ActorOptions<Logic>) =>
    new Actor(logic, options)
  return { ...real, Actor, createActor }
})

const closing = freshBrowserForEach()
beforeEach(() => void Object.assign(made, { actors: 0, listeners: 0 }))

/** The app at its first page. */
const openApp = async (inspector?: Inspector) => {
  const { close } = await openInspectedApp(inspector)
  closing.push(close)
}

describe("with the console closed", () => {
  it("only the journal listens to actors, once to each top-level one", async () => {
    await openApp()
    const { actors, listeners } = made
    expect(actors).toBeGreaterThan(3)
    expect(listeners).toBe(actors)
    Object.assign(made, { actors: 0, listeners: 0 })
    const eventLog = createEventLog(Date.now)
    await openApp({ ...eventLog.inspector, ...createCallLog(Date.now).inspector })
    // the console adds one listener for each of them and for each request actor
    const followed = eventLog.actors().filter(({ isPast }) => !isPast)
    expect(made.actors).toBe(actors)
    expect(made.listeners).toBe(listeners + followed.length)
    expect(followed.length).toBeGreaterThan(actors)
    expect(eventLog.end()).toBeGreaterThan(0)
  })
})
