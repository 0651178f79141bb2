import { Effect } from "effect"
import { LOCALES } from "../../../src/domain/limits.ts"
import { Db } from "../../db/db.ts"
import { storedHtml } from "../articles.ts"
import { plainText } from "../sanitise.ts"
import { seedArticles } from "./articles.ts"

/** Loaded on demand: needed once per database. */
const loadTranslated = async () => {
  const { translations } = await import("./translations.ts")
  return LOCALES.filter((locale) => locale !== "en").flatMap((language) =>
    seedArticles.map(({ id }) => {
      const { title, html } = translations[language][id]
      return { id, language, title: plainText(title), content_html: storedHtml(html) }
    }),
  )
}

/**
 * Adds the translations of the seed articles. Skips articles that an operator removed or replaced,
 * and keeps translations that an operator wrote.
 */
export const seedTranslations = Effect.fn("seedTranslations")(function* () {
  const db = yield* Db
  const translated = yield* Effect.promise(loadTranslated)
  yield* db.execute(
    `insert into articles (id, language, kind, title, content_html, at_ms)
     select t.id, t.language, e.kind, t.title, t.content_html, e.at_ms
     from json_to_recordset($1::json) as t (id text, language text, title text, content_html text)
     join articles e on e.id = t.id and e.language = 'en'
     where not exists (
       select 1 from operator_events o
       where o.command = 'articles add' and o.subject = t.id and o.detail ->> 'language' = 'en'
     )
     on conflict do nothing`,
    [JSON.stringify(translated)],
  )
})
