import { Schema } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { eventReader } from "../../packages/journal/src/event-reader.ts"
import { REDACTED } from "../../packages/journal/src/redact.ts"
import { redact } from "../../src/journal/redact.ts"

const CANARY = "canary-7f3a9c"
const CARD = "4539578763621486"

describe("redaction", () => {
  it.each([
    { password: CANARY },
    { old_password: CANARY, newPassword: CANARY, "confirm-password": CANARY },
    { deep: [{ session: { token: CANARY, temporary_token: CANARY } }] },
    { id_number: CANARY, idCard: CANARY },
    { form: { field: "password", value: CANARY } },
    { name: "card_number", value: CANARY },
    { frontImage: CANARY, back_image: CANARY },
    { handles: { password: CANARY } },
    { note: `Bearer ${CANARY}` },
  ])("leaves nothing of a secret in %j", (value) => {
    expect(JSON.stringify(redact(value))).not.toContain(CANARY)
    expect(JSON.stringify(redact(value))).toContain(REDACTED)
  })

  it.each([
    CARD,
    "4539 5787 6362 1486",
    "4539-5787-6362-1486",
    "data:image/png;base64,iVBORw0KGgo=",
    "blob:https://x/1",
  ])("knows %s for what it is, wherever it stands", (text) =>
    expect(redact({ value: text, list: [text] })).toEqual({ value: REDACTED, list: [REDACTED] }),
  )

  it.each([
    { amount: "10000.00", price: "25.4000", at: 1_763_716_800_000 },
    { key: "0b7e4b0e-6f3a-4c93-9a2b-0f0f0f0f0f0f" },
    { handles: { password: "0b7e4b0e-6f3a-4c93-9a2b-0f0f0f0f0f0f" } },
    { secrets: { password: { filled: true, problem: null } } },
    { address: "TXYZabcdefghijkmnopqrstuvwxyz12345", card_number: "", password: null },
    { field: "amount", value: "12,5" },
    { url: "/pages/product/index?id=p1", list: [1, true, null] },
  ])("keeps %j as it is", (value) => expect(redact(value)).toEqual(value))

  it("makes plain JSON of any value, and leaves its own result unchanged", () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const once = redact(value)
        expect(redact(JSON.parse(JSON.stringify(once)))).toEqual(once)
      }),
    )
  })
})

describe("reading events", () => {
  const read = eventReader(
    Schema.Union([
      Schema.Struct({ type: Schema.Literal("a"), n: Schema.Int }),
      Schema.Struct({ type: Schema.Literal("b") }),
    ]),
  )

  it("decodes events that fit their schema", () =>
    expect(read([{ type: "a", n: 1 }, { type: "b" }])).toHaveLength(2))

  it.each([[{ type: "c" }], [{ type: "a", n: "1" }], [null], ["a"]])(
    "decodes nothing of a list with %j",
    (one) => expect(() => read([{ type: "b" }, one])).toThrow("event 2: not in the schema"),
  )
})
