// @module-tag exhaustive
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { seedText } from "../../server/content/seed/article-text.ts"
import { LOCALES, type Locale } from "../../src/domain/limits.ts"
import { languageNames } from "../../src/features/settings/language-names.ts"
import { encodeStored } from "../../src/runtime/api/device-storage.ts"
import { callServer } from "../support/app.ts"
import { seeEqual } from "./page-models/figures.ts"
import type { Phone } from "./phone.ts"
import { openSite, problemsOf, sessionIn, storedSession } from "./site.ts"

const site = openSite()

const textsOf = (locale: Locale): Record<string, string> =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../locales/${locale}.json`), "utf8"))
const agreementTitle = (locale: Locale): string => seedText(locale, "agreement-membership").title

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

it.each(LOCALES)("speaks on login, home, an article, market and ticket: %s", async (locale) => {
  const texts = textsOf(locale)
  const language = { name: "app_locale", value: encodeStored(locale, null) }
  const stateOf = (entries: readonly { readonly name: string; readonly value: string }[]) => ({
    storageState: { cookies: [], origins: [{ origin: site.url(), localStorage: [...entries] }] },
  })
  const seeHeading = ({ page }: Phone, words: string) =>
    page.getByRole("heading", { name: words }).filter({ visible: true }).first().waitFor()
  const visitor = await site.openDevice(stateOf([language]))
  await visitor.entry.open()
  await seeHeading(visitor, texts["login.title"] ?? "")
  expect(await visitor.page.evaluate(() => document.documentElement.lang)).toContain(
    languageNames[locale].tag.split("-")[0],
  )
  expect(await rawKeys(visitor)).toEqual([])

  const { username, password } = await site.newMember()
  const session = sessionIn(await callServer(site.url(), "login", { username, password }))
  const phone = await site.openDevice(stateOf([...storedSession(session), language]))
  const { page } = phone
  await phone.entry.open()
  await seeHeading(phone, texts["home.top-stocks"] ?? "")
  expect(await rawKeys(phone)).toEqual([])
  await page.locator("nav a[href*=optional]").click()
  await seeHeading(phone, texts["market.title"] ?? "")
  expect(await rawKeys(phone)).toEqual([])
  await page.goto("/pages/agreement/agreement-detail?id=agreement-membership")
  await seeHeading(phone, agreementTitle(locale) ?? "")
  await page.locator("article h2").first().waitFor()
  await seeEqual(() => page.title(), `${agreementTitle(locale)} · Financial Links`)
  expect(await page.locator("article [lang]").count()).toBe(0)
  await page.goto("/pages/order/index?product=aapl&direction=up")
  await page
    .getByText(texts["ticket.most-loss"] ?? "")
    .first()
    .waitFor()
  expect(await rawKeys(phone)).toEqual([])
  expect([...problemsOf(visitor), ...problemsOf(phone)]).toEqual([])
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
