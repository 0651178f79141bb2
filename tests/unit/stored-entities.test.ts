/** Journals hold entities with their wire names, so that every release reads them. */
import { openDB } from "idb"
import { beforeEach, describe, expect, it } from "vitest"
import type { AnyStateMachine } from "xstate"
import { depositMachine } from "../../machines/deposit.ts"
import { orderMachine } from "../../machines/order.ts"
import { withdrawalMachine } from "../../machines/withdrawal.ts"
import type { StreamDeclaration } from "../../src/events/declaration.ts"
import { depositStream, orderStream, withdrawalStream } from "../../src/events/money.ts"
import { openEventStore } from "../../src/journal/event-store.ts"
import { createHostedActor } from "../../src/runtime/actor-host.ts"
import { createEventStoreCoordinator } from "../../src/runtime/event-store-coordinator.ts"
import { everythingKept, freshBrowser } from "../support/journal-host.ts"
import { depositWords, orderWords, withdrawalWords } from "../support/money-events.ts"

const subjects: readonly {
  readonly machine: AnyStateMachine
  readonly stream: StreamDeclaration
  readonly events: readonly { readonly type: string }[]
  /** A field of the entity, on the wire and decoded. */
  readonly wire: string
  readonly decoded: string
}[] = [
  {
    machine: orderMachine,
    stream: orderStream,
    events: orderWords.before,
    wire: '"min_stake":"1000.00"',
    decoded: "minStake",
  },
  {
    machine: depositMachine,
    stream: depositStream,
    events: depositWords.before,
    wire: '"arrival_minutes":5',
    decoded: "arrivalMinutes",
  },
  {
    machine: withdrawalMachine,
    stream: withdrawalStream,
    events: withdrawalWords.before,
    wire: '"arrival_minutes":60}}',
    decoded: '"arrivalMinutes":60}}',
  },
]

beforeEach(freshBrowser)

const openTab = ({ machine, stream }: (typeof subjects)[number]) => {
  const actor = createHostedActor<AnyStateMachine>("money", machine, undefined)
  const streams = createEventStoreCoordinator({
    openEventStore,
    identifyTab: () => Promise.resolve("t1"),
    isTabAlive: () => Promise.resolve(true),
    locks: navigator.locks,
    openChannel: () => undefined,
    now: () => 1,
  })
  const actors = [{ actor, stream }]
  const start = () => streams.start("ada", actors, () => {})
  return { actor, streams, actors, start, close: () => streams.stop(actors, false) }
}

const closed = async (tab: ReturnType<typeof openTab>): Promise<void> => {
  await tab.streams.flush()
  tab.close()
}

describe.each(subjects)("the entities of $machine.id", (subject) => {
  const { events, wire, decoded } = subject

  it("are stored with wire names in events, and decoded at reading", async () => {
    const before = openTab(subject)
    await before.start()
    for (const event of events) before.actor.send(event)
    const { value, context } = before.actor.getSnapshot()
    expect(JSON.stringify(context)).toContain(decoded)
    await closed(before)
    expect(await everythingKept()).toContain(wire)
    expect(await everythingKept()).not.toContain(decoded)
    const after = openTab(subject)
    await after.start()
    expect(after.actor.getSnapshot()).toMatchObject({ value, context })
    await closed(after)
  })

  it("are stored with wire names in a snapshot that begins a stream", async () => {
    const before = openTab(subject)
    await before.start()
    for (const event of events) before.actor.send(event)
    const { value, context } = before.actor.getSnapshot()
    before.streams.reassign("ada", before.actors)
    await closed(before)
    const db = await openDB("app_journal")
    expect(await db.count("events")).toBe(0)
    db.close()
    expect(await everythingKept()).toContain(wire)
    expect(await everythingKept()).not.toContain(decoded)
    const after = openTab(subject)
    await after.start()
    expect(after.actor.getSnapshot()).toMatchObject({ value, context })
    await closed(after)
  })
})
