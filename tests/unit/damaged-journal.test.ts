/**
 * Journals that were damaged or come from another release: the reason is kept, nothing is sent, and
 * no operation is forgotten.
 */
import type { Journal } from "@financial-links/journal"
import { type IDBPDatabase, openDB } from "idb"
import { beforeEach, describe, expect, it, vi } from "vitest"
import { transition } from "xstate"
import { freshBrowser } from "../support/journal-host.ts"
import { at, keyOf, outcomesOf } from "../support/money-events.ts"
import {
  moneySubjects,
  readReasons,
  readTable,
  restoreJournal,
  sentUnder,
  writeJournal,
} from "../support/money-journal.ts"

/** Small, so that a journal with too many events is written soon. */
vi.mock("../../src/domain/limits.ts", async (original) => ({
  ...(await original<typeof import("../../src/domain/limits.ts")>()),
  JOURNAL_EVENT_LIMIT: 10,
}))
const READ_LIMIT = 30

beforeEach(freshBrowser)

const damage = async (change: (db: IDBPDatabase) => Promise<unknown>): Promise<void> => {
  const db = await openDB("app_journal")
  await change(db)
  db.close()
}

describe.each(moneySubjects)("a damaged journal of $words.stream", (subject) => {
  const { stream, words } = subject
  const { version } = stream
  const key = keyOf(1)
  const sent = sentUnder(subject, key)
  const outcome = outcomesOf(words.stream, key).accepted
  const isAsking = { isFresh: false, snapshot: { value: "confirmed", context: { key, outcome: null } } }
  const isNew = { isFresh: true, snapshot: { value: "closed" } }

  const withBase = (base: object) => async () => {
    const journal = await writeJournal(sent, version)
    await damage((db) => db.put("bases", { stream: "s", atMs: at, snapshot: null, ...base }))
    return journal
  }
  const of =
    (...events: readonly unknown[]) =>
    () =>
      writeJournal(events, version)

  it.each<[string, string, () => Promise<Journal>]>([
    [
      "without its first events",
      "events are missing",
      async () => {
        const journal = await writeJournal([{ type: "journal.resumed", at }, ...sent], version)
        await damage((db) => db.delete("events", ["s", 1]))
        return journal
      },
    ],
    ["whose beginning is after its end", "events are missing", withBase({ version, seq: 1_000 })],
    ["whose beginning has no number", "events are missing", withBase({ version: null, seq: "x" })],
    [
      "with an outcome before its command",
      `events are out of order: ${words.stream}.resolved`,
      of(...sent.slice(0, -2), outcome, ...sent.slice(-2)),
    ],
    [
      "whose command came too early to be taken",
      `the command before ${words.stream}.recorded was ignored`,
      of(words.send(key), ...sent.toSpliced(-2, 1)),
    ],
    [
      "with an unknown event",
      `event ${sent.length + 1}: not in the schema`,
      of(...sent, { type: `${words.stream}.invented`, key }),
    ],
    [
      "with events of a newer release",
      `event 1: ${sent[0]?.type} is of version 99, of a newer release`,
      of(...sent.map((event) => ({ ...event, version: 99 }))),
    ],
    ["of a newer release", `written in version ${version + 1}`, () => writeJournal(sent, version + 1)],
    [
      "of a newer release, with a snapshot alone",
      `written in version ${version + 1}`,
      () =>
        writeJournal([], version + 1, {
          snapshot: { status: "active", value: { sendingSince: "later" }, context: { key } },
        }),
    ],
  ])("%s asks for the operation in doubt, and says why", async (_, why, write) => {
    expect(await restoreJournal(await write(), subject)).toMatchObject(isAsking)
    expect(await readReasons()).toEqual([why])
  })

  it("without its last event goes on to ask: the key was written before it was sent", async () => {
    const journal = await writeJournal(sent.slice(0, -1), version)
    const { snapshot } = await restoreJournal(journal, subject)
    const [resumed] = transition(subject.machine, snapshot, { type: "journal.resumed", at })
    expect(resumed).toMatchObject(isAsking.snapshot)
    expect(await readReasons()).toEqual([])
  })

  it("with any two events swapped, or any one doubled or missing, still asks", async () => {
    const indices = sent.map((_, index) => index)
    const swapped = (one: number, other: number) =>
      indices.flatMap((place) => sent[place === one ? other : place === other ? one : place] ?? [])
    const damaged = indices.flatMap((one) => [
      sent.toSpliced(one, 1),
      sent.toSpliced(one, 0, ...sent.slice(one, one + 1)),
      ...indices.slice(one + 1).map((other) => swapped(one, other)),
    ])
    expect(damaged.length).toBeGreaterThan(8)
    for (const events of damaged) {
      freshBrowser()
      const { snapshot } = await restoreJournal(await writeJournal(events, version), subject)
      const [resumed] = transition(subject.machine, snapshot, { type: "journal.resumed", at })
      const history = `${events.map(({ type }) => type).join(" ")}: ${await readReasons()}`
      expect({ history, value: resumed.value, key: resumed.context.key }).toEqual({
        history,
        value: "confirmed",
        key,
      })
    }
  })

  it("with too many events asks, and reads only the newest", async () => {
    const resumed = Array.from({ length: READ_LIMIT }, () => ({ type: "journal.resumed", at }))
    const journal = await writeJournal([...resumed, ...sent], version)
    const { rows, isCut } = await journal.read("s", false)
    expect([rows.length, isCut]).toEqual([READ_LIMIT, true])
    expect(await restoreJournal(journal, subject)).toMatchObject(isAsking)
    expect(await readReasons()).toEqual([`there are more than ${READ_LIMIT} events`])
  })

  it("asks again after another reload before the answer", async () => {
    const journal = await writeJournal(sent, version + 1)
    await restoreJournal(journal, subject)
    expect((await journal.read("s", false)).rows).toEqual([])
    expect(await restoreJournal(journal, subject)).toMatchObject(isAsking)
  })

  it("asks for no key that the server would not take", async () => {
    const forged = await writeJournal([{ type: `${words.stream}.submit`, key: "k" }], version + 1)
    expect(await restoreJournal(forged, subject)).toMatchObject(isNew)
  })

  it("starts over where the outcome is known, and where nothing was sent", async () => {
    const known = await writeJournal([...sent, outcome], version + 1)
    expect(await restoreJournal(known, subject)).toMatchObject(isNew)
    const typed = await writeJournal(sent.slice(0, -2), version + 1)
    expect(await restoreJournal(typed, subject)).toMatchObject(isNew)
    const snapshot = { value: "accepted", context: { key } }
    const atRest = await writeJournal([], version + 1, { snapshot })
    expect(await restoreJournal(atRest, subject)).toMatchObject(isNew)
  })

  it("of another member stays as it is, and is not read", async () => {
    const journal = await writeJournal(sent, version + 1, { name: "member:bob/s" })
    const before = await readTable("events")
    expect(await restoreJournal(journal, subject, "member:ada/s")).toMatchObject(isNew)
    expect(await readTable("events")).toEqual(before)
    expect(await readReasons()).toEqual([])
  })

  it("with a fact of a key that its snapshot has used is in order", async () => {
    const journal = await writeJournal(sent, version)
    const { snapshot } = await restoreJournal(journal, subject)
    const base = JSON.parse(JSON.stringify(subject.machine.getPersistedSnapshot(snapshot)))
    const later = await writeJournal([outcome], version, { snapshot: base })
    expect(await restoreJournal(later, subject)).toMatchObject({
      snapshot: { value: "confirmed", context: { outcome: outcome.outcome } },
    })
    expect(await readReasons()).toEqual([])
  })
})
