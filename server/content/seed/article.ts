import type { ArticleSummary } from "../../../src/domain/entities.ts"

/** An article in one language. */
export interface ArticleText {
  readonly title: string
  /** Sanitised before it is stored. Line breaks count as spaces. */
  readonly html: string
}

/** An article as the seed defines it. */
export interface WrittenArticle extends ArticleText {
  readonly id: string
  readonly kind: ArticleSummary["kind"]
}

/** A translation of exactly these articles. */
export type TranslationOf<Articles extends ReadonlyArray<WrittenArticle>> = Readonly<
  Record<Articles[number]["id"], ArticleText>
>
