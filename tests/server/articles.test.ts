import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { afterAll, expect, it } from "vitest"
import { listArticles, readArticle, storedHtml } from "../../server/content/articles.ts"
import { cleanArticle } from "../../server/content/sanitise.ts"
import { seedText } from "../../server/content/seed/article-text.ts"
import { seedArticles } from "../../server/content/seed/articles.ts"
import type { Call } from "../../server/core/handler.ts"
import { sql } from "../../server/db/db.ts"
import { LOCALES } from "../../src/domain/limits.ts"
import { forEachEngineInTurn } from "../support/engines.ts"
import { anyone, operate } from "../support/site-content.ts"
import { openTestWorld } from "../support/world-tests.ts"

forEachEngineInTurn("the site's articles", (engine) => {
  const folder = mkdtempSync(join(tmpdir(), "links-articles-"))
  const { runAt, test } = openTestWorld(engine, { linkHosts: ["help.example"] })
  afterAll(() => rmSync(folder, { recursive: true }))

  test("are those that the home page and the agreements list", function* () {
    const kinds = ["company", "culture", "awards", "risk", "agreement", "help"] as const
    for (const kind of kinds) {
      const { items } = yield* listArticles({ kind }, anyone)
      expect(items.length).toBeGreaterThan(0)
      for (const { id } of items) {
        const { contentHtml } = yield* readArticle({ id }, anyone)
        expect(contentHtml).toMatch(/^<(p|h2|ol|ul)>/)
        expect(cleanArticle(contentHtml, []).html).toBe(contentHtml)
      }
    }
    expect((yield* listArticles({}, anyone)).items[0]?.id).toBe("company-introduction")
    expect(yield* Effect.flip(readArticle({ id: "none" }, anyone))).toMatchObject({
      reason: "article.unknown",
    })
  })

  test("exist in every language", function* () {
    for (const locale of LOCALES) {
      const call: Call = { ...anyone, locale }
      const { items } = yield* listArticles({ limit: "100" }, call)
      expect(items.map(({ id, language }) => [id, language])).toEqual(
        seedArticles.map(({ id }) => [id, locale]),
      )
      if (locale === "en") continue
      expect(items.map(({ title }) => title)).toEqual(
        seedArticles.map(({ id }) => seedText(locale, id).title),
      )
      const { contentHtml } = yield* readArticle({ id: "agreement-contracts" }, call)
      expect(contentHtml).toBe(storedHtml(seedText(locale, "agreement-contracts").html))
    }
  })

  test("are found by a word of the title or the text in the member's language, not by a tag", function* () {
    const found = (search: string, locale: Call["locale"]) =>
      Effect.map(listArticles({ search }, { ...anyone, locale }), ({ items }) => items.map(({ id }) => id))
    expect(yield* found(" Slippage ", "en")).toEqual(["help-glossary"])
    expect(yield* found("GLOSSAR", "de")).toEqual(["help-glossary"])
    expect(yield* found("滑点", "zh")).toContain("help-glossary")
    expect(yield* found("strong", "en")).toEqual([])
    expect(yield* found("100%_", "en")).toEqual([])
    expect(yield* found(" ", "en")).toHaveLength(seedArticles.length)
  })

  test("are shown as an operator writes them, and in English where it is not translated", function* () {
    const german: Call = { ...anyone, locale: "de" }
    const file = join(folder, "risiko.html")
    writeFileSync(file, "<p>Vorsicht<img src=x onerror=a()></p>")
    const add = (...words: ReadonlyArray<string>) => operate("articles", "add", ...words, "--why", "x")
    expect(yield* add("new-one", "risk", "Neu", file, "de")).toContain("English")
    const large = join(folder, "large.html")
    writeFileSync(large, "x".repeat(200_001))
    expect(yield* add("large", "risk", "Large", large)).toContain("more than 200000 bytes")
    yield* add("only-here", "culture", "Only here", file)
    expect(yield* readArticle({ id: "only-here" }, german)).toMatchObject({
      title: "Only here",
      language: "en",
    })
    yield* add("risk-protection", "risk", "Risiken", file, "de")
    expect(yield* readArticle({ id: "risk-protection" }, german)).toMatchObject({
      title: "Risiken",
      contentHtml: "<p>Vorsicht</p>",
    })
    expect((yield* readArticle({ id: "risk-protection" }, anyone)).title).toContain("Risks")
    const { items } = yield* listArticles({ kind: "risk" }, german)
    expect(items.map(({ title }) => title)).toEqual(["Risiken"])
  })

  test("are stored without links to hosts that are not allowed, which the operator learns", function* () {
    const file = join(folder, "links.html")
    const own = '<a href="https://help.example/a" rel="noopener noreferrer">here</a>'
    writeFileSync(file, `<p>${own} <a href="https://evil.example/?a&amp;b">there</a></p>`)
    const words = ["with-links", "help", "Links", file, "--why", "x"]
    const answer = yield* operate("articles", "add", ...words)
    expect(answer).toMatch(/^Done\. .*LINK_HOSTS.* https:\/\/evil\.example\/\?a&b$/)
    const content = "select content_html from articles where id = 'with-links'"
    expect(yield* sql(content)).toEqual([{ content_html: `<p>${own} there</p>` }])
    yield* operate("articles", "remove", "with-links", "--why", "over")
  })

  it("are shown in English where a translation is older than the English text", () => {
    const file = join(folder, "new-risks.html")
    writeFileSync(file, "<p>New</p>")
    const write = (...words: ReadonlyArray<string>) =>
      operate("articles", "add", "risk-protection", "risk", ...words, "--why", "changed")
    const readIn = (locale: Call["locale"]) => readArticle({ id: "risk-protection" }, { ...anyone, locale })
    const laterMs = Date.now() + 60_000
    return runAt(
      laterMs,
      Effect.gen(function* () {
        expect(yield* write("New risks", file)).toContain("English until its translations")
        expect(yield* readIn("de")).toMatchObject({ title: "New risks", language: "en" })
        expect(yield* write("Neue Risiken", file, "de")).not.toMatch(/\bde\b/)
        expect(yield* readIn("de")).toMatchObject({ title: "Neue Risiken", language: "de" })
        expect(yield* readIn("en")).toMatchObject({ title: "New risks", language: "en" })
      }),
    )
  })
})
