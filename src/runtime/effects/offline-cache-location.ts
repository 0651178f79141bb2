/** Where the shelf of last known answers lies: for the store, and for the page that shows the balance from it before any code has come. */
export const OFFLINE_CACHE_LOCATION = { database: "app_last_known", table: "answers" } as const

/** The question whose answer holds the balance, as `questionOf` writes it. */
export const BALANCE_CACHE_KEY = "walletSummary {}"
