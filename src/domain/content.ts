/** What the site publishes, as schemas: banners, placards, articles, the customer service. */
import { Schema } from "effect"
import { AtMs, Id } from "./entities.ts"
import { LOCALES } from "./limits.ts"

const text = Schema.String
const nullable = Schema.NullOr

export const Banner = Schema.Struct({ id: Id, swipeImage: text, link: nullable(text), title: text }).pipe(
  Schema.encodeKeys({ swipeImage: "swipe_image" }),
)
export type Banner = typeof Banner.Type
export const Placard = Schema.Struct({ id: Id, placardContent: text, atMs: AtMs }).pipe(
  Schema.encodeKeys({ placardContent: "placard_content", atMs: "at_ms" }),
)
export type Placard = typeof Placard.Type
export const ArticleKind = Schema.Literals(["company", "culture", "awards", "risk", "agreement", "help"])
const articleFields = {
  id: Id,
  kind: ArticleKind,
  title: text,
  /** The member's language, or English for an article without a translation. */
  language: Schema.Literals(LOCALES),
  atMs: AtMs,
}
export const ArticleSummary = Schema.Struct(articleFields).pipe(Schema.encodeKeys({ atMs: "at_ms" }))
export type ArticleSummary = typeof ArticleSummary.Type
export const Article = Schema.Struct({ ...articleFields, contentHtml: text }).pipe(
  Schema.encodeKeys({ atMs: "at_ms", contentHtml: "content_html" }),
)
export type Article = typeof Article.Type
export const CustomerService = Schema.Struct({
  name: text,
  url: nullable(text),
  email: nullable(text),
  hours: text,
})
export type CustomerService = typeof CustomerService.Type
