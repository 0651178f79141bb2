import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { FRAMEWORK_LOCALES, LOCALES } from "../../src/domain/limits.ts"
import { localeOf, normalLocale } from "../../src/domain/locale.ts"

describe("a language tag", () => {
  it.each([
    ["zh-CN", "zh-Hans"],
    ["zh_Hans_TW", "zh-Hans"],
    ["zh-CHT", "zh-Hant"],
    ["zh-mo", "zh-Hant"],
    ["Chinese", "zh-Hans"],
    [" en_US ", "en"],
    ["fr-CA", "fr"],
    ["ja-CN", undefined],
    ["", undefined],
    [undefined, undefined],
  ])("%j means %j among the languages of the framework", (tag, meant) => {
    expect(normalLocale(tag, FRAMEWORK_LOCALES)).toBe(meant)
    expect(normalLocale(tag)).toBe(meant)
  })

  it("means itself where there are texts for it", () => {
    expect(normalLocale("ja_JP", ["ja-JP"])).toBe("ja-JP")
    expect(normalLocale("en-GB", ["en-GB"])).toBe("en-GB")
    expect(normalLocale("en-GB", ["en", "en-GB"])).toBe("en-GB")
    expect(normalLocale("zh-TW", ["zh-TW"])).toBe("zh-TW")
    expect(normalLocale("ja_JP", ["en", "ja"])).toBe("ja")
    expect(normalLocale("fr-CA", ["en", "ja"])).toBeUndefined()
  })

  it.each([
    [["ja-JP"], "ja"],
    [["zh-Hant-HK"], "zh"],
    [["vi-VN"], "vn"],
    [[" vi-VN "], "vn"],
    [["nl"], "hl"],
    [["sv-SE", "de-CH"], "de"],
    [["chinese"], "zh"],
    [["xx", ""], "en"],
    [["NL_be"], "hl"],
    [["EN"], "en"],
    [["zh_CN"], "zh"],
    [["pt-BR"], "pt"],
    [["xx-DE", "it-CH"], "it"],
    // what a script may have put where the language is kept
    [["constructor"], "en"],
    [["__proto__", "toString-DE"], "en"],
    [[], "en"],
  ])("the tags %j mean our language %j", (tags, meant) => expect(localeOf(tags)).toBe(meant))

  it.each(["page.timed-out", "copy.done", "copy.failed", "ui.cancel", "ui.file.album", "ui.loading"])(
    "leads to words of that language for %s",
    (key) => {
      const all = LOCALES.map((locale): unknown => {
        const path = join(import.meta.dirname, "../../locales", `${locale}.json`)
        return Object(JSON.parse(readFileSync(path, "utf8")))[key]
      })
      expect(all.filter((words) => typeof words !== "string" || words.trim() === "")).toEqual([])
      expect(new Set(all).size).toBeGreaterThan(LOCALES.length / 2)
    },
  )

  it("means our language where it is our own id", () => {
    for (const locale of LOCALES) expect(localeOf([locale])).toBe(locale)
  })
})
