/** Stored events and contexts as this release reads them, and which of them it cannot read. */
import { describe, expect, it } from "vitest"
import { event } from "../src/declaration.ts"
import { eventReader, readContext, UnreadableEvent } from "../src/event-reader.ts"
import { type StandardSchema, schemaOf, struct, whole } from "../src/schema.ts"
import type { StreamUpcasters } from "../src/upcast.ts"

const Lend = event("loan.lend", { days: whole })

const causeOf = (read: () => unknown): unknown => {
  try {
    return read()
  } catch (cause) {
    return cause
  }
}
const failing = (cause: unknown): StreamUpcasters => ({
  events: {
    "loan.lend": [
      () => {
        throw cause
      },
    ],
  },
  snapshots: [],
})

describe("an event that cannot be read", () => {
  const good = { type: "loan.lend", days: 7 }

  it("is named by its number, with the reason", () => {
    const cause = causeOf(() => eventReader(Lend)([good, good, { type: "loan.steal" }]))
    expect(cause).toBeInstanceOf(UnreadableEvent)
    expect(cause).toMatchObject({
      ...{ name: "UnreadableEvent", index: 2, message: "event 3: not in the schema" },
    })
  })

  it.each([
    [new Error("there is no book"), "event 2: there is no book"],
    ["a text", "event 2: cannot be upcast"],
  ])("is one whose upcaster throws %s", (thrown, message) => {
    const cause = causeOf(() => eventReader(Lend, failing(thrown))([{ ...good, version: 2 }, good]))
    expect(cause).toBeInstanceOf(UnreadableEvent)
    expect(cause).toMatchObject({ index: 1, message })
  })
})

describe("a stored context", () => {
  const days = schemaOf((value) =>
    typeof value === "string" ? { value: Number(value) } : { issues: [{ message: "is not text" }] },
  )
  const Context = struct({ days })

  it("is decoded; fields that the schema does not name stay", () => {
    expect(readContext(Context, { days: "7", visit: "v1" })).toEqual({ days: 7, visit: "v1" })
  })

  it("is none where it does not fit the schema", () => {
    expect(readContext(Context, { days: 7 })).toBeNull()
    expect(readContext(Context, {})).toBeNull()
  })
})

describe("a Standard Schema", () => {
  interface Lent {
    readonly type: "loan.lend"
    readonly at: Date
  }
  /** As Zod and others have it: a text in the journal, a Date in the machine. */
  const standard = (validate: StandardSchema<Lent>["~standard"]["validate"]): StandardSchema<Lent> => ({
    "~standard": { version: 1, vendor: "test", validate },
  })
  const lent = standard((value) => {
    const at = typeof value === "object" && value !== null && "at" in value ? value.at : undefined
    return typeof at === "string"
      ? { value: { type: "loan.lend", at: new Date(at) } }
      : { issues: [{ message: "there is no time" }] }
  })

  it("reads events and contexts, and names what it refuses", () => {
    const read = eventReader(lent)
    expect(read([{ type: "loan.lend", at: "1970-01-01" }])).toEqual([{ type: "loan.lend", at: new Date(0) }])
    expect(() => read([{ type: "loan.lend" }])).toThrow("event 1: not in the schema")
    expect(readContext(lent, { at: "1970-01-01", more: 1 })).toMatchObject({ at: new Date(0), more: 1 })
    expect(readContext(lent, {})).toBeNull()
  })

  it("must answer at once", () => {
    const later = standard(() => Promise.resolve({ issues: [] }))
    expect(() => eventReader(later)([{ type: "loan.lend" }])).toThrow("the schema is asynchronous")
  })
})
