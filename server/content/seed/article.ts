import type { ArticleSummary } from "../../../src/domain/entities.ts"

/** An article as it is written: it passes the sanitiser like any other before it is stored. */
export interface WrittenArticle {
  readonly id: string
  readonly kind: ArticleSummary["kind"]
  readonly title: string
  readonly html: string
}
