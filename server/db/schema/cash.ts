import type { Migration } from "../migrations.ts"

/** Deposits, withdrawals, bank cards, crypto addresses, real-name checks, articles, banners and placards. */
export const cashMigrations: ReadonlyArray<Migration> = []
