import { readFileSync } from "node:fs"
import { join } from "node:path"
import { marked } from "marked"
import { LOCALES, type Locale } from "../../../src/domain/limits.ts"
import { localeTagOf } from "../../../src/domain/locale.ts"
import { projectFolder } from "../../paths.ts"
import type { SeedArticleId } from "./articles.ts"

const videoStart = '<video src="/media/company.webm">'

/**
 * The company video with its captions in every language. It has neither sound nor words of its own, so
 * all languages of the article show the same.
 */
export const companyVideo = [
  videoStart,
  ...LOCALES.map((locale) => `<track src="/media/company.${locale}.vtt" srclang="${localeTagOf(locale)}" />`),
  "</video>",
].join("")

/** Markdown has no scope of a heading cell, and a text names the video without its captions. */
const htmlOf = (markdown: string): string =>
  marked
    .parse(markdown, { async: false })
    .replaceAll("<th>", '<th scope="col">')
    .replace(`${videoStart}\n</video>`, companyVideo)

/** Title and HTML of an article in a language. The HTML is sanitised before it is stored. */
export const seedText = (language: Locale, id: SeedArticleId) => {
  const path = join(projectFolder, "server/content/articles", language, `${id}.md`)
  const [heading = "", ...body] = readFileSync(path, "utf8").split("\n")
  return { title: heading.replace(/^# /, ""), html: htmlOf(body.join("\n")) }
}
