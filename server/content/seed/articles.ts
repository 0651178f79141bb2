import type { ArticleSummary } from "../../../src/domain/content.ts"

/** Articles that the login screen links to. */
export const LOGIN_HELP_ARTICLE = "help-login"
export const FORGOT_PASSWORD_ARTICLE = "help-forgot-password"

interface SeedArticle {
  readonly id: string
  readonly kind: ArticleSummary["kind"]
}

/** The articles that ship with the product, in list order. Their texts are `../articles/LANGUAGE/ID.md`. */
export const seedArticles = [
  { id: "company-introduction", kind: "company" },
  { id: "corporate-culture", kind: "culture" },
  { id: "team-awards", kind: "awards" },
  { id: "risk-protection", kind: "risk" },
  { id: "agreement-membership", kind: "agreement" },
  { id: "agreement-contracts", kind: "agreement" },
  { id: "agreement-privacy", kind: "agreement" },
  { id: LOGIN_HELP_ARTICLE, kind: "help" },
  { id: FORGOT_PASSWORD_ARTICLE, kind: "help" },
  { id: "help-prices", kind: "help" },
  { id: "help-deposits", kind: "help" },
  { id: "help-withdrawals", kind: "help" },
  { id: "help-verification", kind: "help" },
] as const satisfies ReadonlyArray<SeedArticle>

export type SeedArticleId = (typeof seedArticles)[number]["id"]
