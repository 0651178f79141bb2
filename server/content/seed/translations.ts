import type { DEFAULT_LOCALE, Locale } from "../../../src/domain/limits.ts"
import type { seedArticles, TranslationOf } from "./articles.ts"
import { articlesDe } from "./articles-de.ts"
import { articlesEs } from "./articles-es.ts"
import { articlesFr } from "./articles-fr.ts"
import { articlesHl } from "./articles-hl.ts"
import { articlesIt } from "./articles-it.ts"
import { articlesJa } from "./articles-ja.ts"
import { articlesPt } from "./articles-pt.ts"
import { articlesVn } from "./articles-vn.ts"
import { articlesZh } from "./articles-zh.ts"

/** The seed articles in every language except English. */
export const translations: Readonly<
  Record<Exclude<Locale, typeof DEFAULT_LOCALE>, TranslationOf<typeof seedArticles>>
> = {
  zh: articlesZh,
  ja: articlesJa,
  pt: articlesPt,
  es: articlesEs,
  de: articlesDe,
  fr: articlesFr,
  vn: articlesVn,
  hl: articlesHl,
  it: articlesIt,
}
