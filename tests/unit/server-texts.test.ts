import { readFileSync } from "node:fs"
import { join } from "node:path"
import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser"
import { describe, expect, it } from "vitest"
import { refusalText, storedReasonIn, storedTextIn, textIn } from "../../server/core/texts.ts"
import { LOCALES } from "../../src/domain/limits.ts"
import { REASON_PARAMS } from "../../src/domain/problem.ts"

/** The names of the values in a parsed text. */
const valuesOf = (parts: readonly MessageFormatElement[]): string[] => [
  ...new Set(
    parts.flatMap((part): string[] => {
      if (part.type === TYPE.literal || part.type === TYPE.pound) return []
      if (part.type === TYPE.tag) return valuesOf(part.children)
      const options = "options" in part ? Object.values(part.options) : []
      return [part.value, ...options.flatMap(({ value }) => valuesOf(value))]
    }),
  ),
]

const messagesOf = (locale: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../locales/${locale}.json`), "utf8"))

describe("a text of the server", () => {
  it.each(LOCALES)("is the message in the caller's language: %s", (locale) => {
    const messages = messagesOf(locale)
    expect(textIn(locale, "error.session.invalid")).toBe(messages["error.session.invalid"])
    expect(refusalText(locale, "session.invalid")).toBe(messages["error.session.invalid"])
    expect(storedTextIn(locale, "placard.no-fee")).toBe(messages["placard.no-fee"])
  })

  it("has its amounts and numbers as the language writes them", () => {
    expect(refusalText("en", "bank.limit", { max: 1_234 })).toContain("1,234")
    expect(refusalText("de", "bank.limit", { max: 1_234 })).toContain("1.234")
  })

  it.each(LOCALES)("of a reason names just the values that the reason requires: %s", (locale) => {
    const named: Record<string, readonly string[]> = {}
    for (const [id, text] of Object.entries(messagesOf(locale))) {
      const values = valuesOf(parse(text))
      if (id.startsWith("error.") && values.length > 0) named[id.slice("error.".length)] = values.toSorted()
    }
    const required = Object.entries(REASON_PARAMS).map(([reason, values]) => [reason, values.toSorted()])
    expect(named).toEqual(Object.fromEntries(required))
  })

  it.each(LOCALES)("is never its own source where a value is missing: %s", (locale) => {
    for (const reason of Object.keys(REASON_PARAMS)) {
      expect(refusalText(locale, reason)).toBe(messagesOf(locale)["error.other"])
      expect(textIn(locale, `error.${reason}`)).toBe(null)
    }
  })

  it("is nothing, and a refusal its reason, where there is no message", () => {
    expect(textIn("en", "error.never.written")).toBe(null)
    expect(refusalText("de", "never.written")).toBe("never.written")
  })
})

describe("a stored text", () => {
  it.each(["banner.", "payment.", "placard.", "review.", "service."])(
    "names a message by its key: %s",
    (prefix) => {
      const key = Object.keys(messagesOf("en")).find((each) => each.startsWith(prefix)) ?? ""
      expect(key).toMatch(prefix)
      expect(storedTextIn("de", key)).toBe(messagesOf("de")[key])
    },
  )

  it.each([
    "error.session.invalid",
    "Closed on Friday",
    "placard.unknown",
    "see placard.no-fee",
    "placard.no-fee!",
    "Placard.no-fee",
    "",
  ])("is shown as it is otherwise: %s", (text) => {
    expect(storedTextIn("de", text)).toBe(text)
  })

  it("may be missing, as the reason of a decision", () => {
    expect(storedReasonIn("de", null)).toBe(null)
    expect(storedReasonIn("de", "placard.no-fee")).toBe(messagesOf("de")["placard.no-fee"])
  })
})
