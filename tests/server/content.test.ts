import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { listArticles, readArticle } from "../../server/content/articles.ts"
import { listBanners, listPlacards } from "../../server/content/home-content.ts"
import { seedText } from "../../server/content/seed/article-text.ts"
import { seedSite } from "../../server/content/seed/seed.ts"
import { readAppUrl, readCustomerService, readSystemConfig, writeSetting } from "../../server/content/site.ts"
import type { Call } from "../../server/core/handler.ts"
import { execute, script, sql } from "../../server/db/db.ts"
import { LOCALES } from "../../src/domain/limits.ts"
import { openWorld } from "../support/cash.ts"
import { embedded, forEachEngineInTurn } from "../support/engines.ts"
import { anyone, operate } from "../support/site-content.ts"
import { openTestWorld } from "../support/world-tests.ts"

forEachEngineInTurn("the site", (engine) => {
  const folder = mkdtempSync(join(tmpdir(), "links-articles-"))
  const { test } = openTestWorld(engine, {
    linkHosts: ["help.example"],
    publicUrl: "https://links.example",
    coolingOffMs: 3_600_000,
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test("reports that it is open, simulated, and its address", function* () {
    const config = yield* readSystemConfig({}, anyone)
    expect(config).toMatchObject({
      website: { status: 1, pageStatus: 0, pageUrl: "" },
      domain: "https://links.example",
      registrationBonus: "0.00",
      market: { simulated: true, source: "a test" },
      demo: true,
      coolingOffMs: 3_600_000,
    })
    for (const id of [config.login.helpArticleId, config.login.passwordArticleId])
      expect((yield* readArticle({ id: id ?? "" }, anyone)).kind).toBe("help")
    expect(yield* readAppUrl({}, anyone)).toEqual({ url: "https://links.example" })
  })

  test("is closed and opened by an operator, with redirects to allowed pages only", function* () {
    expect(yield* operate("site", "off", "--why", "maintenance")).toBe("Done.")
    expect((yield* readSystemConfig({}, anyone)).website).toEqual({
      status: 0,
      pageStatus: 0,
      pageUrl: "",
    })
    expect(yield* operate("site", "off", "https://evil.example", "--why", "no")).toContain("LINK_HOSTS")
    expect(yield* operate("site", "off", "https://help.example/a", "--why", "moved")).toBe("Done.")
    expect((yield* readSystemConfig({}, anyone)).website).toEqual({
      status: 0,
      pageStatus: 1,
      pageUrl: "https://help.example/a",
    })
    yield* writeSetting("website", { status: 0, page_status: 1, page_url: "http://evil.example" })
    expect((yield* readSystemConfig({}, anyone)).website).toEqual({
      status: 0,
      pageStatus: 0,
      pageUrl: "",
    })
    expect(yield* operate("site", "on")).toContain("--why")
    expect(yield* operate("site", "on", "--why", "done")).toBe("Done.")
    expect((yield* readSystemConfig({}, anyone)).website.status).toBe(1)
    const events = yield* sql("select who, why from operator_events where command = 'site on'")
    expect(events).toEqual([{ who: "a test", why: "done" }])
  })

  test("shows banners and messages in the member's language, and what operators add and remove", function* () {
    const banners = yield* listBanners({}, anyone)
    expect(banners.map(({ swipeImage }) => swipeImage)).toEqual([
      "/banners/simulated.webp",
      "/banners/loss-first.webp",
      "/banners/check-it.webp",
    ])
    expect(banners[0]?.title).not.toContain("banner.")
    expect((yield* listPlacards({}, anyone))[0]?.placardContent).toContain("simulated money")
    const html = "<b>Closed</b> on <script>x</script>Friday"
    const id = yield* operate("placards", "add", html, "--why", "holiday")
    expect((yield* listPlacards({}, anyone))[0]?.placardContent).toBe("Closed on Friday")
    yield* operate("placards", "remove", String(id), "--why", "over")
    expect((yield* listPlacards({}, anyone)).some((each) => each.id === id)).toBe(false)
    const add = (image: string, link: string) =>
      operate("banners", "add", image, "A", "--link", link, "--why", "x")
    expect(yield* add("https://evil.example/a.png", "https://help.example")).toContain("site's own")
    expect(yield* add("/banners/check-it.webp", "http://help.example")).toContain("LINK_HOSTS")
    yield* add("/banners/check-it.webp", "https://help.example")
    expect((yield* listBanners({}, anyone)).at(-1)).toMatchObject({
      title: "A",
      link: "https://help.example",
    })
  })

  test("shows what operators translate, and English in every other language", function* () {
    const german: Call = { ...anyone, locale: "de" }
    const french: Call = { ...anyone, locale: "fr" }
    const message = String(yield* operate("placards", "add", "Closed on Friday", "--why", "holiday"))
    const banner = String(
      yield* operate("banners", "add", "/banners/check-it.webp", "Check it", "--why", "new"),
    )
    const translate = (of: string, id: string, language: string, text: string) =>
      operate(of, "translate", id, language, text, "--why", "for Berlin")
    expect(yield* translate("placards", message, "xx", "A")).toMatch(/^The language must be one of zh,/)
    expect(yield* translate("placards", message, "en", "A")).toMatch(/^The language must be one of/)
    expect(yield* translate("placards", "none", "de", "A")).toBe("There is no none.")
    expect(yield* translate("placards", message, "de", "<b></b>")).toContain("Nothing is left")
    expect(yield* translate("placards", message, "de", "Zu")).toBe("Done.")
    expect(yield* translate("placards", message, "de", "Freitag <i>geschlossen</i>")).toBe("Done.")
    expect(yield* translate("banners", banner, "de", "Prüfen Sie es")).toBe("Done.")
    const seen = Effect.fnUntraced(function* (call: Call) {
      const placard = (yield* listPlacards({}, call)).find(({ id }) => id === message)
      const shown = (yield* listBanners({}, call)).find(({ id }) => id === banner)
      return [placard?.placardContent, shown?.title]
    })
    expect(yield* seen(german)).toEqual(["Freitag geschlossen", "Prüfen Sie es"])
    expect(yield* seen(french)).toEqual(["Closed on Friday", "Check it"])
    expect(yield* seen(anyone)).toEqual(["Closed on Friday", "Check it"])
    expect(yield* operate("placards", "list")).toEqual(
      expect.arrayContaining([
        { id: message, language: "en", content: "Closed on Friday" },
        { id: message, language: "de", content: "Freitag geschlossen" },
      ]),
    )
    yield* operate("placards", "remove", message, "--why", "over")
    yield* operate("banners", "remove", banner, "--why", "over")
    expect(yield* sql("select 1 from placard_translations")).toEqual([])
    expect(yield* sql("select 1 from banner_translations")).toEqual([])
  })

  test("shows no link that is stored and not allowed any more, and no image of another site", function* () {
    const evil = "https://evil.example/"
    const links = [
      { name: "Left", url: evil },
      { name: "Right", url: "https://help.example/" },
    ]
    yield* writeSetting("share list", links)
    yield* writeSetting("outside pages", links)
    yield* writeSetting("website", { status: 0, page_status: 1, page_url: evil })
    yield* writeSetting("customer service", { name: "A", url: evil, email: null, hours: "B" })
    yield* execute(
      `insert into banners (id, swipe_image, link, title, position) values
         ('stored-1', '/banners/check-it.webp', $1, 'A', 98), ('stored-2', $1, null, 'B', 99)`,
      [evil],
    )
    const { shareList, webPage, website } = yield* readSystemConfig({}, anyone)
    for (const listed of [shareList, webPage.pages])
      expect(listed?.map(({ name }) => name)).toEqual(["Right"])
    expect(website).toEqual({ status: 0, pageStatus: 0, pageUrl: "" })
    expect((yield* readCustomerService({}, anyone)).url).toBeNull()
    yield* execute("update articles set content_html = $1 where id = 'help-login' and language = 'en'", [
      `<p><a href="${evil}">Left</a> <a href="https://help.example/">Right</a><img src="${evil}"></p>`,
    ])
    expect((yield* readArticle({ id: "help-login" }, anyone)).contentHtml).toBe(
      '<p>Left <a href="https://help.example/" rel="noopener noreferrer">Right</a></p>',
    )
    const banners = yield* listBanners({}, anyone)
    expect(banners.filter(({ id }) => id.startsWith("stored"))).toMatchObject([
      { id: "stored-1", link: null },
    ])
    expect(JSON.stringify([banners, website, shareList, webPage])).not.toContain("evil")
    yield* script(
      `delete from banners where id like 'stored-%'; delete from settings
       where name in ('share list', 'outside pages', 'website', 'customer service')`,
    )
  })

  test("tells the app where invitations can be shared, as operators add and remove it", function* () {
    const shared = Effect.map(readSystemConfig({}, anyone), ({ shareList }) => shareList)
    const add = (name: string, url: string) => operate("share", "add", name, url, "--why", "asked for")
    expect(yield* operate("share", "list")).toEqual([])
    expect(yield* add("Chat", "https://evil.example/?u={link}")).toContain("LINK_HOSTS")
    expect(yield* add("<i></i>", "https://help.example/")).toContain("1 to 40 characters")
    expect(yield* add("<b>Chat</b>", "https://help.example/?u={link}")).toBe("Done.")
    expect(yield* add("Mail", "https://help.example/mail")).toBe("Done.")
    expect(yield* add("<b>Chat</b>", "https://help.example/new?u={link}")).toBe("Done.")
    const both = [
      { name: "Mail", url: "https://help.example/mail" },
      { name: "Chat", url: "https://help.example/new?u={link}" },
    ]
    expect(yield* shared).toEqual(both)
    expect(yield* operate("share", "list")).toEqual(both)
    expect(yield* operate("share", "remove", "Letter", "--why", "x")).toBe("There is no Letter.")
    yield* operate("share", "remove", "Mail", "--why", "closed")
    expect((yield* shared).map(({ name }) => name)).toEqual(["Chat"])
    for (let index = 1; index < 10; index += 1) yield* add(`More ${index}`, "https://help.example/")
    expect(yield* add("One more", "https://help.example/")).toContain("remove one first")
    expect(yield* shared).toHaveLength(10)
  })

  test("shows the default contact until an operator sets one", function* () {
    const demo = yield* readCustomerService({}, anyone)
    expect(demo).toMatchObject({ url: null, email: null })
    expect(demo.hours).toContain("no live support")
    const words = ["Help desk", "9 to 5", "--url", "https://help.example", "--why", "hired"]
    yield* operate("service", "set", ...words)
    expect(yield* readCustomerService({}, anyone)).toEqual({
      name: "Help desk",
      hours: "9 to 5",
      url: "https://help.example",
      email: null,
    })
  })

  test("is seeded once: what is removed stays removed", function* () {
    yield* operate("articles", "remove", "team-awards", "--why", "x")
    yield* seedSite()
    expect((yield* listArticles({ kind: "awards" }, anyone)).items).toEqual([])
  })

  test("adds the translations to an older database, without replacing an operator's text", function* () {
    const file = join(folder, "own.html")
    writeFileSync(file, "<p>Own</p>")
    const write = (id: string, language: string) =>
      operate("articles", "add", id, "help", "Own", file, language, "--why", "own")
    const titleIn = (locale: Call["locale"], id: string) =>
      Effect.map(readArticle({ id }, { ...anyone, locale }), ({ title, language }) => [title, language])
    yield* execute("delete from articles where language <> 'en'")
    yield* execute("delete from settings where name = 'articles translated'")
    yield* operate("articles", "remove", "corporate-culture", "--why", "x")
    yield* write("help-deposits", "en")
    yield* write("help-withdrawals", "de")
    yield* seedSite()
    expect(yield* titleIn("de", "help-login")).toEqual([seedText("de", "help-login").title, "de"])
    expect(yield* titleIn("de", "help-withdrawals")).toEqual(["Own", "de"])
    expect((yield* titleIn("fr", "help-withdrawals"))[1]).toBe("fr")
    expect(yield* titleIn("de", "help-deposits")).toEqual(["Own", "en"])
    expect(yield* sql("select 1 from articles where id = 'corporate-culture'")).toEqual([])
  })

  test("corrects the articles of an older database, but no agreement and no operator's text", function* () {
    const html = (id: string, locale: Call["locale"]) =>
      Effect.map(readArticle({ id }, { ...anyone, locale }), ({ contentHtml }) => contentHtml)
    const present = yield* html("risk-protection", "de")
    expect(present).toContain("kein Schutz")
    yield* execute("update articles set content_html = '<p>Old</p>'")
    yield* execute("delete from settings where name like 'articles of %'")
    const file = join(folder, "own.html")
    writeFileSync(file, "<p>Own</p>")
    yield* operate("articles", "add", "help-prices", "help", "Own", file, "de", "--why", "own")
    yield* seedSite()
    expect(yield* html("risk-protection", "de")).toBe(present)
    expect(yield* html("agreement-contracts", "de")).toBe("<p>Old</p>")
    expect(yield* html("help-prices", "de")).toBe("<p>Own</p>")
  })

  test("adds the later articles to an older database once, in every language", function* () {
    const later = "('help-first-contract', 'help-glossary', 'help-protection')"
    const count = `select count(*)::int as count from articles where id in ${later}`
    const forget = execute(`delete from articles where id in ${later}`)
    yield* forget
    yield* seedSite()
    expect(yield* sql(count)).toEqual([{ count: 0 }])
    // what an operator removed stays removed
    yield* execute("delete from settings where name = 'protection seeded'")
    yield* seedSite()
    expect(yield* sql(count)).toEqual([{ count: LOCALES.length }])
    yield* execute("delete from settings where name = 'first contract and glossary seeded'")
    yield* seedSite()
    expect(yield* sql(count)).toEqual([{ count: 3 * LOCALES.length }])
    const { contentHtml } = yield* readArticle({ id: "help-glossary" }, { ...anyone, locale: "de" })
    expect(contentHtml).toContain("<h2>Stop-out</h2>")
  })

  test("adds the company video to an older database, without changing an operator's text", function* () {
    const id = "company-introduction"
    const htmlIn = (locale: Call["locale"]) =>
      Effect.map(readArticle({ id }, { ...anyone, locale }), ({ contentHtml }) => contentHtml)
    const seeded = yield* htmlIn("de")
    expect(seeded).toContain('<track src="/media/company.de.vtt" srclang="de-DE" />')
    yield* execute("update articles set content_html = regexp_replace(content_html, '<video.*</video> ', '')")
    yield* execute("delete from settings where name = 'company video seeded'")
    const file = join(folder, "own.html")
    writeFileSync(file, "<h2>Eigenes</h2>")
    yield* operate("articles", "add", id, "company", "Eigenes", file, "fr", "--why", "own")
    yield* seedSite()
    expect((yield* htmlIn("de")).replaceAll(" ", "")).toBe(seeded.replaceAll(" ", ""))
    expect(yield* htmlIn("fr")).toBe("<h2>Eigenes</h2>")
  })
})

describe("in production", () => {
  it("no simulated address is offered and no demo message shown", async () => {
    const world = await openWorld(embedded, { profile: "production" })
    await world.run(
      Effect.gen(function* () {
        expect(yield* sql("select 1 from deposit_networks")).toEqual([])
        expect(yield* listPlacards({}, anyone)).toEqual([])
        expect((yield* readSystemConfig({}, anyone)).demo).toBe(false)
        expect(yield* readCustomerService({}, { ...anyone, locale: "de" })).toEqual({
          name: "Kundenservice",
          hours: "Die Servicezeiten sind noch nicht angegeben.",
          url: null,
          email: null,
        })
      }),
    )
    await world.stop()
  })
})
