import { appendOnlySql } from "./append-only.ts"
import type { Migration } from "./foundation.ts"

/**
 * How the contracts of each month were executed. `execution_months.body` is the text that the market
 * signs; `execution_tiles` holds 256 leaves each, with the head of their tree and the first leaf.
 * `execution_leaves` orders the leaves of a month while they are collected, and is empty otherwise.
 */
export const executionMigrations: ReadonlyArray<Migration> = [
  {
    id: "execution-001",
    sql: `
      create table if not exists execution_leaves (
        month text not null,
        leaf text collate "C" not null,
        primary key (month, leaf)
      );
      create table if not exists execution_tiles (
        month text not null,
        number integer not null,
        first_leaf text collate "C" not null,
        root bytea not null,
        leaves text not null,
        primary key (month, number)
      );
      create table if not exists execution_months (
        month text primary key,
        body text not null,
        computed_at_ms bigint not null
      );
      ${appendOnlySql("execution_months")}
    `,
  },
  {
    // the tile of a leaf
    id: "execution-002",
    sql: "create index if not exists execution_tiles_leaf on execution_tiles (month, first_leaf);",
  },
]
