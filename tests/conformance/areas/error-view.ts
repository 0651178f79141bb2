/** The error views of the app in a browser: their texts and what a tap requests. */
import type { Page } from "playwright-core"
import { DEFAULT_LOCALE, LOCALES } from "../../../src/domain/limits.ts"
import type { Plain, Tools } from "../area.ts"
import { sureOfTexts } from "./locale.ts"

type View = "timed-out" | "not-found"

const mounted = async (tools: Tools, view: View, options: Plain): Promise<Page> => {
  const page = await tools.page()
  await page.evaluate((given) => window.harness.mount("error-view", given), { ...options, view })
  return page
}

/** The text of the error view in the language of a key like "text(en)". */
export const errorWords = async (key: string, tools: Tools): Promise<Plain> => {
  const tag = key === "text" ? DEFAULT_LOCALE : /^text\(([\w-]+)\)$/.exec(key)?.[1]
  if (tag === undefined) return {}
  const locale = LOCALES.find((known) => known === sureOfTexts(tag).replace(/^zh-.*$/, "zh"))
  if (!locale) throw new Error(`the app has no texts in ${tag}`)
  const page = await mounted(tools, "timed-out", { locale })
  return { [key]: await page.evaluate(() => window.harness.call("words")) }
}

/** What a tap requests: "retry" or "reload" on the timeout view, "home" on the not-found view. */
export const tapView = async (tools: Tools, view: View): Promise<string> => {
  const page = await mounted(tools, view, {})
  await page.evaluate(() => window.harness.call("tap"))
  const notes = await page.evaluate(() => window.harness.notes.map(({ what }) => what))
  return notes.join(", ")
}
