/**
 * Where the offline cache is stored. A separate file: the script in the document that shows the
 * cached balance before any code has loaded needs nothing else.
 */
export const OFFLINE_CACHE_LOCATION = { database: "app_last_known", table: "answers" } as const

/** The cache key of the balance, as `cacheKeyOf` makes it. */
export const BALANCE_CACHE_KEY = "walletSummary {}"
