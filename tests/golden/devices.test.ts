// @module-tag sweep
/** What earlier releases left on a device is read by this one without loss. */
import { hashOf, isStored, type Stored } from "@financial-links/journal"
import { Schema } from "effect"
import { openDB } from "idb"
import { describe, expect, it } from "vitest"
import { DepositNetwork, WithdrawalTerms } from "../../src/domain/cash.ts"
import { depositTerms, destinationTerms } from "../../src/domain/cash-intent.ts"
import { Product } from "../../src/domain/entities.ts"
import { productTerms } from "../../src/domain/ticket.ts"
import { redact } from "../../src/journal/redact.ts"
import { createStorage } from "../../src/runtime/api/device-storage.ts"
import { openOfflineCacheStore } from "../../src/runtime/api/offline-cache-store.ts"
import { casesOf } from "../support/exhaustive.ts"
import {
  type Device,
  type MachineState,
  readDevice,
  releases,
  type StoredDatabase,
  situationsOf,
} from "./device.ts"
import { browserWith, isInDoubt, replayStreams } from "./replayed.ts"

const tableOf = ({ databases }: Device, database: string, table: string) =>
  databases.find(({ name }) => name === database)?.tables.find(({ name }) => name === table)?.rows ?? []

const withoutRows = (databases: readonly StoredDatabase[], table: string): readonly StoredDatabase[] =>
  databases.map((database) => ({
    ...database,
    tables: database.tables.map((each) => (each.name === table ? { ...each, rows: [] } : each)),
  }))

/** The same streams, each beginning with its snapshot, and without the events before it. */
const beginningWithSnapshots = (device: Device): readonly StoredDatabase[] => {
  const snapshots = new Map(tableOf(device, "app_journal", "caches").map(({ key, value }) => [key, value]))
  const isAfter = ({ key }: { readonly key: unknown }): boolean => {
    const [stream, seq] = Array.isArray(key) ? key : []
    return !(Number(seq) <= Number(Object(snapshots.get(stream)).seq))
  }
  const renewed = device.databases.map((database) => ({
    ...database,
    tables: database.tables.map((table) => {
      if (table.name === "events") return { ...table, rows: table.rows.filter(isAfter) }
      if (table.name !== "bases") return table
      return {
        ...table,
        rows: table.rows.map(({ key, value }) => ({ key, value: snapshots.get(key) ?? value })),
      }
    }),
  }))
  return withoutRows(renewed, "caches")
}

/** Number of streams that were quarantined in this browser. */
const countQuarantined = async (): Promise<number> => {
  const db = await openDB("app_journal")
  const count = await db.count("asides")
  db.close()
  return count
}

const decodeProduct = Schema.decodeUnknownSync(Product)
const decodeNetwork = Schema.decodeUnknownSync(DepositNetwork)
const decodeTerms = Schema.decodeUnknownSync(WithdrawalTerms)

/** A context of a release whose machines held entities of the API, with the figures that remain of them. */
const withFigures = (context: Stored): Stored => {
  if ("product" in context) {
    const { product, ...rest } = context
    return { ...rest, terms: product === null ? null : productTerms(decodeProduct(product)) }
  }
  if (!isStored(context.draft)) return context
  const { network, destination, ...draft } = context.draft
  if (network !== undefined)
    return {
      ...context,
      draft: { ...draft, terms: network === null ? null : depositTerms(decodeNetwork(network)) },
    }
  if (!isStored(destination) || !isStored(destination.terms)) return context
  const { id, label, terms } = destination
  const chosen = destinationTerms({ id: String(id), label: String(label) }, decodeTerms(terms))
  return { ...context, draft: { ...draft, destination: chosen } }
}

/** The machines that put operations into the outbox, which asks for them instead. */
const TICKETS = ["order", "close", "deposit", "payment", "withdrawal"]

/** The outcome of a release whose tickets had a state for each. */
const outcomeIn = (state: unknown, { failure, ...context }: Stored): Stored | null => {
  const id = context.depositId ?? context.withdrawalId ?? context.orderId
  if (state === "accepted") return { type: state, id }
  if (state === "notRecorded") return { type: state, failure }
  if (state === "notPlaced") return { type: state }
  return failure === null || UNDER_WAY.includes(String(state)) ? null : { type: "refused", failure }
}

const UNDER_WAY = ["recording", "submitting", "reconciling", "suspended", "pending"]

/** The state of a release whose tickets asked for their operations themselves, or had each step as a state. */
const withOutcome = (name: string, { value, context }: MachineState): MachineState => {
  const id = name.slice(name.lastIndexOf("/") + 1)
  if (!TICKETS.includes(id) || !isStored(context)) return { value, context }
  const { attempt: _attempt, failure: _failure, depositId: _d, withdrawalId: _w, ...ticket } = context
  const { orderId, ...rest } = ticket
  const state = isStored(value) ? Object.keys(value)[0] : value
  const isConfirmed = [...UNDER_WAY, "accepted", "refused", "notRecorded", "notPlaced"].includes(
    String(state),
  )
  return {
    value: isConfirmed ? "confirmed" : value,
    context: {
      ...rest,
      ...(id === "close" && { orderId, change: null, limit: null }),
      outcome: "outcome" in context ? context.outcome : outcomeIn(state, context),
    },
  }
}

/** The state of a release in which it was a flag that a form was submitted or a ticket reviewed. */
const withTried = ({ value, context }: MachineState): MachineState => {
  if (!isStored(context) || !("submitted" in context || "reviewed" in context)) return { value, context }
  const { submitted, reviewed, ...kept } = context
  const isEditing = value === "editing" || (isStored(value) && value.editing === "drafting")
  const editing = submitted === true || reviewed === true ? "tried" : "untried"
  return { value: isEditing ? { editing } : value, context: kept }
}

/** The state of a release in which the opening of a page was three fields of its context. */
const withCall = (name: string, { value, context }: MachineState): MachineState => {
  if (!name.endsWith("/navigation") || !isStored(context) || !("lock" in context)) return { value, context }
  const { pending, lock, asked, ...kept } = context
  expect({ pending, lock, asked }).toEqual({ pending: null, lock: null, asked: null })
  return { value, context: { ...kept, call: null } }
}

/** The states that the release had: every draft, step, key and outcome. */
const expectedOf = ({ states }: Device): Device["states"] =>
  Object.fromEntries(
    Object.entries(states).map(([name, { value, context }]) => [
      name,
      withOutcome(
        name,
        withCall(name, withTried({ value, context: isStored(context) ? withFigures(context) : context })),
      ),
    ]),
  )

const recorded = releases.flatMap((release) =>
  situationsOf(release).map((situation) => ({ release, situation, device: readDevice(release, situation) })),
)
/** Whatever the newest release leaves, and of each earlier one all operations in doubt at once. */
const isRepresentative = ({ release, situation }: (typeof recorded)[number]): boolean =>
  release === "e1bb46ff" || situation === "all-in-doubt"

const beginnings: readonly (readonly [string, (device: Device) => readonly StoredDatabase[]])[] = [
  ["as it was left", ({ databases }) => databases],
  ["without its snapshots", ({ databases }) => withoutRows(databases, "caches")],
  ["where a stream begins with its snapshot", beginningWithSnapshots],
]

describe.each(casesOf(recorded, isRepresentative))("a device of $release: $situation", ({ device }) => {
  it.each(beginnings)(
    "replays every stream to the state that the release had, %s",
    async (_, databasesOf) => {
      const expected = expectedOf(device)
      expect(Object.keys(expected).length).toBeGreaterThan(0)
      await browserWith(databasesOf(device))
      const streams = await replayStreams(device.recordedAtMs)
      expect(await countQuarantined()).toBe(0)
      expect(Object.fromEntries(streams.map(({ name, state }) => [name, state]))).toEqual(expected)
      const hashes = Object.entries(expected).map(([name, { value, context }]) => ({
        name,
        hash: hashOf(redact({ status: "active", value, context })),
      }))
      // as a recording holds each in today's form
      expect(streams.map(({ name, hash }) => ({ name, hash }))).toEqual(expect.arrayContaining(hashes))
    },
  )

  it("asks again by key for what is in doubt, once the app is loaded", async () => {
    await browserWith(device.databases)
    const streams = await replayStreams(device.recordedAtMs)
    const asking = streams
      .filter(({ resumed }) => isInDoubt(resumed))
      .map(({ name, resumed }) => ({ stream: name, key: resumed.context.key }))
    expect(asking).toEqual(device.inDoubt.map(({ stream, key }) => ({ stream, key })))
  })

  it("opens the offline cache with every answer in it", async () => {
    const answers = tableOf(device, "app_last_known", "answers").map(({ value }) => value)
    await browserWith(device.databases)
    const cache = await openOfflineCacheStore()
    const read = answers.map((answer) => {
      const { owner, question } = Object(answer)
      return cache.read(String(owner), String(question))
    })
    expect(await Promise.all(read)).toEqual(answers)
    if (device.member !== null) expect(answers.length).toBeGreaterThan(0)
  })

  it("keeps the session and what the member prefers", () => {
    const area = {
      getItem: (name: string) => device.localStorage[name] ?? null,
      setItem: () => {},
      removeItem: () => {},
    }
    const storage = createStorage(
      () => area,
      () => device.recordedAtMs,
    )
    expect(typeof storage.read("token")).toBe(device.member === null ? "undefined" : "string")
    if (device.member !== null)
      expect(storage.read("user")).toMatchObject({ id: device.member.id, username: device.member.username })
  })
})
