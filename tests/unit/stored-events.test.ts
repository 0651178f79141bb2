import { beforeEach, describe, expect, it } from "vitest"
import type { AnyStateMachine } from "xstate"
import { createHostedActor } from "../../src/runtime/actors/actor-host.ts"
import { everythingKept, freshBrowser, openStreams } from "../support/journal-host.ts"
import { keyOf } from "../support/money-events.ts"
import { type MoneySubject, moneySubjects, readReasons, readTable } from "../support/money-journal.ts"

beforeEach(freshBrowser)

const openTab = async ({ machine, stream }: MoneySubject) => {
  const actor = createHostedActor<AnyStateMachine>("money", machine, undefined)
  const streams = openStreams("t1", { openChannel: () => undefined })
  const actors = [{ actor, stream }]
  await streams.start("ada", actors, () => {})
  return {
    actor,
    beginAnew: () => streams.reassign("ada", actors),
    close: async () => {
      await streams.flush()
      streams.stop(actors, false)
    },
  }
}

describe.each(moneySubjects)("the events of $words.stream", (subject) => {
  const { stream, words } = subject
  const events = [...words.before, words.send(keyOf(1))]

  /** Writes every event and closes the tab. Returns the state that was left. */
  const leave = async (isCompacted = false) => {
    const tab = await openTab(subject)
    for (const event of events) tab.actor.send(event)
    const { context } = tab.actor.getSnapshot()
    if (isCompacted) tab.beginAnew()
    await tab.close()
    return context
  }

  it("are stored with the version of their type, without an entity of the API", async () => {
    await leave()
    const written = (await readTable("events")).map((row) => Reflect.get(Object(row), "event"))
    expect(written.map(({ type, version = 1 }) => ({ type, version }))).toEqual(
      events.map(({ type }) => ({ type, version: (stream.upcasters?.events[type]?.length ?? 0) + 1 })),
    )
    expect(await everythingKept()).not.toMatch(/_at_ms|arrival_minutes|min_stake|recent_?closes|statistics/iu)
  })

  it.each([false, true])(
    "give the next document the state that was left (compacted: %j)",
    async (isCompacted) => {
      const left = await leave(isCompacted)
      const tab = await openTab(subject)
      expect(tab.actor.getSnapshot()).toMatchObject({ value: "confirmed", context: left })
      await tab.close()
      expect(await readReasons()).toEqual([])
    },
  )
})
