import { Effect } from "effect"
import type { RequestOf } from "../../src/contract/endpoints.ts"
import type { Article, ArticleSummary } from "../../src/domain/content.ts"
import { DEFAULT_LOCALE, type Locale } from "../../src/domain/limits.ts"
import { Config } from "../config.ts"
import type { Call } from "../core/handler.ts"
import { pageFrom, readPaging } from "../core/paging.ts"
import { refusal } from "../core/refusal.ts"
import { execute, sql } from "../db/db.ts"
import { allowedArticle, cleanArticle, plainText } from "./sanitise.ts"

interface WrittenArticle {
  readonly id: string
  readonly kind: ArticleSummary["kind"]
  readonly title: string
  /** Sanitised before it is stored. Line breaks count as spaces. */
  readonly html: string
}

interface SummaryRow {
  readonly id: string
  readonly kind: ArticleSummary["kind"]
  readonly title: string
  readonly language: Locale
  readonly at_ms: bigint
}

const summaryOf = (row: SummaryRow): ArticleSummary => ({
  id: row.id,
  kind: row.kind,
  title: row.title,
  language: row.language,
  atMs: Number(row.at_ms),
})

/**
 * Every article exists in English. The member reads the translation, unless it is older than the
 * English text and so possibly outdated.
 */
const inLanguage = `articles e left join articles l
    on l.id = e.id and l.language = $1 and e.language <> $1 and l.at_ms >= e.at_ms
  where e.language = '${DEFAULT_LOCALE}'`

const summaryColumns =
  "e.id, e.kind, coalesce(l.title, e.title) as title, coalesce(l.language, e.language) as language, e.at_ms"

/** Title and text in the member's language, without the tags. */
const readText = `lower(coalesce(l.title, e.title) || ' '
  || regexp_replace(coalesce(l.content_html, e.content_html), '<[^>]*>', '', 'g'))`

/** Articles of one kind or all that contain what is searched, newest first. */
export const listArticles = Effect.fn("listArticles")(function* (request: RequestOf<"articles">, call: Call) {
  const paging = yield* readPaging(request)
  const rows = yield* sql<SummaryRow>(
    `select ${summaryColumns} from ${inLanguage}
       and ($2::text is null or e.kind = $2) and (e.at_ms, e.id) < ($3::bigint, $4)
       and ($6::text is null or position(lower($6) in ${readText}) > 0)
     order by e.at_ms desc, e.id desc limit $5`,
    [
      ...[call.locale, request.kind ?? null, paging.beforeMs, paging.beforeId, paging.take],
      request.search?.trim() || null,
    ],
  )
  return pageFrom(rows, paging, (row) => ({ atMs: row.at_ms, id: row.id }), summaryOf)
})

/** One article. It was sanitised when it was stored, and is again: its hosts may be allowed no more. */
export const readArticle = Effect.fn("readArticle")(function* (request: RequestOf<"article">, call: Call) {
  const rows = yield* sql<SummaryRow & { content_html: string }>(
    `select ${summaryColumns}, coalesce(l.content_html, e.content_html) as content_html
     from ${inLanguage} and e.id = $2`,
    [call.locale, request.id],
  )
  const row = rows[0] ?? (yield* refusal("article.unknown"))
  const { linkHosts } = yield* Config
  const { html } = yield* allowedArticle(row.content_html, linkHosts, `article ${row.id}`)
  const article: Article = { ...summaryOf(row), contentHtml: html }
  return article
})

/** Collapses whitespace, except non-breaking spaces. */
const collapsed = (html: string): string => html.replaceAll(/[ \t\r\n]+/g, " ").trim()

/** The HTML of an article of the product, as it is stored. It links to no other site. */
export const storedHtml = (html: string): string => collapsed(cleanArticle(html, []).html)

/**
 * Stores an article in one language, sanitised, and replaces an existing one. Returns the links
 * that are not allowed, of which the text alone is stored.
 */
export const writeArticle = Effect.fn("writeArticle")(function* (
  article: WrittenArticle,
  language: Locale,
  atMs: number,
) {
  const { linkHosts } = yield* Config
  const { html, refusedLinks } = yield* allowedArticle(article.html, linkHosts, `article ${article.id}`)
  yield* execute(
    `insert into articles (id, language, kind, title, content_html, at_ms) values ($1, $2, $3, $4, $5, $6)
     on conflict (id, language) do update
       set kind = excluded.kind, title = excluded.title, content_html = excluded.content_html, at_ms = excluded.at_ms`,
    [...[article.id, language, article.kind, plainText(article.title)], ...[collapsed(html), atMs]],
  )
  return refusedLinks
})
