// @module-tag sweep
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { agreementArticles } from "../../server/content/seed/articles.ts"
import { translations } from "../../server/content/seed/translations.ts"
import { LOCALES, type Locale } from "../../src/domain/limits.ts"
import { languageNames } from "../../src/features/settings/language-names.ts"
import { accessibilityProblems } from "../support/axe.ts"
import { casesOf } from "../support/exhaustive.ts"
import { whatDoesNotFit } from "./long-words.ts"
import { seeEqual } from "./page-models/figures.ts"
import type { Phone } from "./phone.ts"
import { openSite, problemsOf } from "./site.ts"

const site = openSite()

const textsOf = (locale: Locale): Record<string, string> =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../locales/${locale}.json`), "utf8"))
const agreement = agreementArticles.find(({ id }) => id === "agreement-membership")
const agreementTitle = (locale: Locale): string | undefined =>
  locale === "en" ? agreement?.title : translations[locale]["agreement-membership"].title

const keys = new Set(Object.keys(textsOf("en")))

/** Message ids shown instead of texts. */
const rawKeys = async ({ page }: Phone): Promise<readonly string[]> => {
  const words = await page.evaluate(() => {
    const labels = [...document.querySelectorAll("[aria-label], [placeholder], [title]")].map((element) =>
      ["aria-label", "placeholder", "title"].map((name) => element.getAttribute(name) ?? "").join(" "),
    )
    return [document.title, document.body.innerText, ...labels].join(" ")
  })
  return words.split(/[\s,;:()"“”]+/).filter((word) => keys.has(word) || /\{[a-z]/.test(word))
}

const seeAllRight = async (phone: Phone): Promise<void> => {
  expect(await rawKeys(phone)).toEqual([])
  expect(await accessibilityProblems(phone.page)).toEqual([])
}

/** Another script. Long words are tried in narrow.test.ts. */
const isRepresentative = (locale: Locale): boolean => locale === "ja"

describe.each(casesOf(LOCALES, isRepresentative))("in %s", (locale) => {
  it("speaks on login, home, an article, market and ticket", async () => {
    const texts = textsOf(locale)
    const { name, tag } = languageNames[locale]
    const member = await site.newMember()
    const phone = await site.openDevice()
    const { page, entry } = phone
    const seeHeading = (words: string) =>
      page.getByRole("heading", { name: words }).filter({ visible: true }).first().waitFor()

    await entry.open()
    await entry.seeLogin()
    await entry.chooseLanguage(name)
    await seeHeading(texts["login.title"] ?? "")
    expect(await page.evaluate(() => document.documentElement.lang)).toContain(tag.split("-")[0])
    await seeAllRight(phone)
    await page.locator("input[name=username]").fill(member.username)
    await page.locator("input[name=password]").fill(member.password)
    await page.getByRole("button", { name: texts["login.submit"] ?? "", exact: true }).click()
    await seeHeading(texts["home.top-stocks"] ?? "")
    await seeAllRight(phone)
    await page.goto("/pages/agreement/agreement-detail?id=agreement-membership")
    await seeHeading(agreementTitle(locale) ?? "")
    await page.locator("article h2").first().waitFor()
    await seeEqual(() => page.title(), `${agreementTitle(locale)} · Financial Links`)
    expect(await page.locator("article [lang]").count()).toBe(0)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = "200%"
    })
    expect(await whatDoesNotFit(page)).toEqual([])
    await page.goto("/pages/tabbar/optional/index")
    await seeHeading(texts["market.title"] ?? "")
    await seeAllRight(phone)
    await page.goto("/pages/order/index?product=aapl&direction=up")
    await page
      .getByText(texts["ticket.most-loss"] ?? "")
      .first()
      .waitFor()
    await seeAllRight(phone)
    expect(problemsOf(phone)).toEqual([])
  })
})

describe("a language that is chosen without a network", () => {
  it("is put on as soon as there is one", async () => {
    const phone = await site.openDevice()
    const { page, entry } = phone
    const seeTitle = (locale: Locale) =>
      page
        .getByRole("heading", { name: textsOf(locale)["login.title"] ?? "", exact: true })
        .first()
        .waitFor()
    await entry.open()
    await entry.seeLogin()
    // The chunk of the chooser has to be loaded.
    await entry.chooseLanguage(languageNames.en.name)
    await page.getByRole("dialog").waitFor({ state: "detached" })
    await page.context().setOffline(true)
    const isLost = page.waitForEvent("requestfailed")
    await entry.chooseLanguage(languageNames.fr.name)
    await isLost
    await seeTitle("en")
    await page.context().setOffline(false)
    await seeTitle("fr")
  })
})
