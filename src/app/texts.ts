/**
 * Loads the compiled texts, which are fetched as data: those of log-in, home and every error first,
 * the rest with the first other page.
 */
import type { Locale } from "../domain/limits.ts"
import { codeOf } from "../runtime/hooks/use-code.ts"
import type { FirstTexts, Texts } from "./texts-provider.tsx"

const urls = import.meta.glob<string>("../../locales/compiled/{first,rest}/*.json", {
  query: "?url",
  import: "default",
  eager: true,
})

const isTexts = (value: unknown): value is Texts => typeof value === "object" && value !== null

const loadPart = async (part: "first" | "rest", locale: Locale): Promise<Texts> => {
  const response = await fetch(urls[`../../locales/compiled/${part}/${locale}.json`] ?? "")
  const texts: unknown = response.ok ? await response.json() : null
  if (!isTexts(texts)) throw new Error(`the texts for ${locale} cannot be had`)
  return texts
}

export const loadTexts = async (locale: Locale): Promise<Texts> => {
  const [first, rest] = await Promise.all([loadPart("first", locale), loadPart("rest", locale)])
  return { ...first, ...rest }
}

const start = Promise.withResolvers<Locale>()

const firstTexts = codeOf(async (): Promise<FirstTexts> => {
  const locale = await start.promise
  return { locale, texts: await loadPart("first", locale) }
})

/** Loads the first texts in the language of the start. */
export const loadFirstTexts = (locale: Locale): Promise<FirstTexts> => {
  start.resolve(locale)
  return firstTexts.load()
}

/** Adds the rest to the first texts. What is shown has its own already and does not render again. */
export const { load: completeTexts } = codeOf(async () => {
  const { locale, texts } = await firstTexts.load()
  Object.assign(texts, await loadPart("rest", locale))
})
