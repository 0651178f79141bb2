import type { Migration } from "./foundation.ts"

/**
 * The read-only mode of the books (`server/core/read-only.ts`). `read_only` has a row while writes are
 * stopped; statements insert its reason into `refused_writes`, which fails them. `check_progress` says how
 * far the continuous check came.
 */
export const readOnlyMigrations: ReadonlyArray<Migration> = [
  {
    id: "read-only-001",
    sql: `
      create table if not exists read_only (
        is_one boolean primary key default true check (is_one),
        since_ms bigint not null,
        reason text not null
      );
      create table if not exists refused_writes (
        reason text not null,
        constraint books_are_writable check (reason = '')
      );
      create table if not exists check_progress (
        sliced text primary key,
        after text not null
      );
    `,
  },
]
