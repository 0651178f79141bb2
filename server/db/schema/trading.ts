import type { Migration } from "../migrations.ts"

/** Products, ticks, candles, orders and settlement. */
export const tradingMigrations: ReadonlyArray<Migration> = []
