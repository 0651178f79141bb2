/** The view of a page whose code did not come, in a real browser: what it says in a language, and what a tap on it asks for. */
import type { Page } from "playwright-core"
import { DEFAULT_LOCALE, LOCALES } from "../../../src/domain/limits.ts"
import type { Plain, Tools } from "../area.ts"

const mounted = async (tools: Tools, locale: string): Promise<Page> => {
  const page = await tools.page()
  await page.evaluate((options) => window.harness.mount("timed-out", options), { locale })
  return page
}

/** The words on the screen, in the language that a key like "text(en)" names. */
export const errorWords = async (key: string, tools: Tools): Promise<Plain> => {
  const tag = key === "text" ? DEFAULT_LOCALE : /^text\((\w+(?!-Hant))/.exec(key)?.[1]
  const locale = LOCALES.find((known) => known === tag)
  if (!locale) return {}
  const page = await mounted(tools, locale)
  return { [key]: await page.evaluate(() => window.harness.call("words")) }
}

/** What a tap anywhere on it asks for: "retry", or "reload" for the whole document. */
export const tapErrorView = async (tools: Tools): Promise<string> => {
  const page = await mounted(tools, "en")
  await page.evaluate(() => window.harness.call("tap"))
  const notes = await page.evaluate(() => window.harness.notes.map(({ what }) => what))
  return notes.join(", ")
}
