import type { ArticleSummary } from "../../../src/domain/entities.ts"

/** What an article says in one language. */
export interface ArticleText {
  readonly title: string
  /** It passes the sanitiser like any other before it is stored; line breaks in it are spaces. */
  readonly html: string
}

/** An article as it is written. */
export interface WrittenArticle extends ArticleText {
  readonly id: string
  readonly kind: ArticleSummary["kind"]
}

/** What these articles say in another language: each of them, and no others. */
export type TranslationOf<Articles extends ReadonlyArray<WrittenArticle>> = Readonly<
  Record<Articles[number]["id"], ArticleText>
>
