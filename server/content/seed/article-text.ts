import { readFileSync } from "node:fs"
import { join } from "node:path"
import { marked } from "marked"
import { LOCALES, type Locale } from "../../../src/domain/limits.ts"
import { localeTagOf } from "../../../src/domain/locale.ts"
import { textIn } from "../../core/texts.ts"
import { projectFolder } from "../../paths.ts"
import { GLOSSARY, GLOSSARY_TERMS, type SeedArticleId } from "./articles.ts"

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

/** The glossary in a language, from the messages of its terms. */
const glossary = (language: Locale) => {
  const text = (id: string): string => textIn(language, id) ?? id
  const entries = GLOSSARY_TERMS.map(
    (term) => `<h2>${text(`term.${term}`)}</h2>\n<p>${text(`term.${term}.text`)}</p>\n`,
  )
  return { title: text("term.title"), html: entries.join("") }
}

/** Title and HTML of an article in a language. The HTML is sanitised before it is stored. */
export const seedText = (language: Locale, id: SeedArticleId) => {
  if (id === GLOSSARY) return glossary(language)
  const path = join(projectFolder, "server/content/articles", language, `${id}.md`)
  const [heading = "", ...body] = readFileSync(path, "utf8").split("\n")
  return { title: heading.replace(/^# /, ""), html: htmlOf(body.join("\n")) }
}
