import { REDACTED, redact as redactAll, redactWith } from "@financial-links/journal"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
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
    { ticket: CANARY },
    { proof_image: CANARY },
    { handles: { password: CANARY } },
    { factor_secret: CANARY, factorCode: CANARY },
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

describe("what a project may add", () => {
  const own = redactWith({ names: ["Pass-Phrase"], handles: "files" })

  it.each([
    "password oldPassword newPassword confirmPassword passwordConfirm token accessToken refreshToken",
    "authorization idNumber cardNumber cvv pin image file blob",
  ])("hides the fields that are secret everywhere: %s", (names) => {
    for (const name of names.split(" "))
      for (const spelled of [
        name,
        name.toUpperCase(),
        name.replaceAll(/[A-Z]/g, "_$&"),
        `${name[0]} ${name.slice(1)}`,
      ])
        expect(redactAll({ [spelled]: "x" })).toEqual({ [spelled]: REDACTED })
    expect(redactAll({ passphrase: "x", field: "pin", value: 7 })).toEqual({
      ...{ passphrase: "x", field: "pin", value: "[redacted]" },
    })
  })

  it("hides its own fields, and those of a neighbour that is named", () => {
    expect(own({ pass_phrase: "x", other: "y" })).toEqual({ pass_phrase: REDACTED, other: "y" })
    expect(own({ name: "passPhrase", value: "x", note: "y" })).toEqual({
      ...{ name: "passPhrase", value: REDACTED, note: "y" },
    })
    expect(own({ label: "password", value: "x" })).toEqual({ label: "password", value: "x" })
    expect(own({ name: 5, value: "x" })).toEqual({ name: 5, value: "x" })
  })

  it("keeps handles of secrets under the name that it says, and nothing else there", () => {
    const uuid = "0b7e4b0e-6f3a-4c93-9a2b-0f0f0f0f0f0f"
    expect(own({ files: { image: uuid, pin: "1234" } })).toEqual({ files: { image: uuid, pin: REDACTED } })
    expect(own({ files: { image: `${uuid}0`, file: `0${uuid}` } })).toEqual({
      files: { image: REDACTED, file: REDACTED },
    })
    expect(own({ other: { image: uuid } })).toEqual({ other: { image: REDACTED } })
    expect(own({ files: null, list: [{ files: "x" }] })).toEqual({ files: null, list: [{ files: "x" }] })
    expect(redactAll({ files: { image: uuid } })).toEqual({ files: { image: REDACTED } })
  })

  it.each([
    ["4539578763621486", true],
    ["4539578763621487", false],
    ["5555555555554444", true],
    ["4222222222222", true],
    ["422222222222", false],
    ["0000 0000 0000", false],
    ["6304000000000000000", true],
    ["63040000000000000000", false],
    ["4539 5787 6362 1486", true],
    [" 4539578763621486", true],
    ["x4539578763621486", false],
    ["4539578763621486x", false],
    ["data:image/png;base64,AA", true],
    ["DATA:IMAGE/png", true],
    ["see data:image/png", false],
    ["blob:x", true],
    ["Bearer abc", true],
    ["bearer  abc", true],
    ["bearer", false],
    ["the bearer abc", false],
    ["bearer abc def", false],
    ["eyJhbGciOi.eyJzdWIi.sig-_1", true],
    ["eyJhbGciOi.eyJzdWIi.", true],
    ["eyJhbGciOi.eyJzdWIi", false],
    ["x eyJhbGciOi.eyJzdWIi.sig", false],
    ["eyJhbGciOi.eyJzdWIi.sig x", false],
  ])("takes the text %j for a secret: %s", (text, isSecret) => {
    const everywhere = redactWith({ cards: "everywhere" })
    expect(everywhere(text)).toBe(isSecret ? REDACTED : text)
  })

  it("takes a number for a card only in fields named like one, and reports what it removes", () => {
    const removed: string[] = []
    const isbn = "9780306406157"
    const reporting = redactWith({ onRedacted: (path) => void removed.push(path) })
    const value = {
      book: { isbn, number: CARD },
      payment: { card: { number: CARD }, credit_card: CARD, PAN: CARD, discard: isbn },
      form: [
        { name: "card", value: CARD },
        { name: "isbn", value: CARD },
      ],
      pin: "1234",
    }
    expect(reporting(value)).toEqual({
      book: { isbn, number: CARD },
      payment: { card: { number: REDACTED }, credit_card: REDACTED, PAN: REDACTED, discard: isbn },
      form: [
        { name: "card", value: REDACTED },
        { name: "isbn", value: CARD },
      ],
      pin: REDACTED,
    })
    expect(removed).toEqual([
      ...["payment.card.number", "payment.credit_card", "payment.PAN", "form.0.value", "pin"],
    ])
    expect(reporting(reporting(value))).toEqual(reporting(value))
  })

  it("makes JSON of what has none, and leaves out what is not defined", () => {
    expect(redactAll([Number.NaN, Number.POSITIVE_INFINITY, 5n, Symbol("x"), () => {}])).toEqual(
      Array(5).fill(null),
    )
    expect(Object.is(redactAll(-0), 0)).toBe(true)
    expect(redactAll({ a: undefined, b: false, c: { d: undefined } })).toEqual({ b: false, c: {} })
    expect(redactAll({ pin: "", cvv: 7, token: true, image: ["x"] })).toEqual({
      ...{ pin: "", cvv: REDACTED, token: true, image: ["x"] },
    })
  })
})
