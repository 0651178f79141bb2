/** Stored events and contexts as this release reads them, and which of them it cannot read. */
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { eventReader, readContext, UnreadableEvent } from "../src/event-reader.ts"
import type { StreamUpcasters } from "../src/upcast.ts"

const Lend = Schema.Struct({ type: Schema.Literal("loan.lend"), days: Schema.Int })

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
  const Context = Schema.Struct({ days: Schema.NumberFromString })

  it("is decoded; fields that the schema does not name stay", () => {
    expect(readContext(Context, { days: "7", visit: "v1" })).toEqual({ days: 7, visit: "v1" })
  })

  it("is none where it does not fit the schema", () => {
    expect(readContext(Context, { days: 7 })).toBeNull()
    expect(readContext(Context, {})).toBeNull()
  })
})
