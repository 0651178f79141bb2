import type { ArticleSummary } from "../../../src/domain/content.ts"

/** Articles that the login screen links to. */
export const LOGIN_HELP_ARTICLE = "help-login"
export const FORGOT_PASSWORD_ARTICLE = "help-forgot-password"
/** What each rule of protection does, and how losing accounts are counted; the app links to it. */
export const PROTECTION_ARTICLE = "help-protection"
/** Its text is that of the messages `term.…`, which the app shows where a term stands. */
export const GLOSSARY = "help-glossary"
/** The terms that the glossary explains, in its order. */
export const GLOSSARY_TERMS = [
  "stake",
  "leverage",
  "fee",
  "break-even",
  "stop-out",
  "stop-loss",
  "take-profit",
  "slippage",
  "settlement",
] as const
/** Later than the first release: an older database gets each once, marked by its setting. */
export const LATER_ARTICLES = {
  "first contract and glossary seeded": ["help-first-contract", GLOSSARY],
  "protection seeded": [PROTECTION_ARTICLE],
} as const

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
  { id: "help-first-contract", kind: "help" },
  { id: PROTECTION_ARTICLE, kind: "help" },
  { id: GLOSSARY, kind: "help" },
  { id: LOGIN_HELP_ARTICLE, kind: "help" },
  { id: FORGOT_PASSWORD_ARTICLE, kind: "help" },
  { id: "help-prices", kind: "help" },
  { id: "help-deposits", kind: "help" },
  { id: "help-withdrawals", kind: "help" },
  { id: "help-verification", kind: "help" },
] as const satisfies ReadonlyArray<SeedArticle>

export type SeedArticleId = (typeof seedArticles)[number]["id"]
