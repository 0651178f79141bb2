/** Where the shelf of last known answers lies: for the store, and for the page that shows the balance from it before any code has come. */
export const LAST_KNOWN_PLACE = { database: "app_last_known", table: "answers" } as const

/** The question whose answer holds the balance, as `questionOf` writes it. */
export const BALANCE_QUESTION = "walletSummary {}"
