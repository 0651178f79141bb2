import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { refusalText, storedReasonIn, storedTextIn, textIn } from "../../server/core/texts.ts"
import { LOCALES } from "../../src/domain/limits.ts"

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
