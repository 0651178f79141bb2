import type { Migration } from "./foundation.ts"

/**
 * The people who operate the site, and what waits for a second of them.
 *
 * Of `operator_events`, `key` is the idempotency key of the command that decided, `words_hash` says
 * which command that was, and `proposal` is the proposal that it carried out. A key and a proposal
 * are there at most once, in the transaction of what they decided.
 */
export const operatorMigrations: ReadonlyArray<Migration> = [
  {
    id: "operators-001-people",
    sql: `
      create table if not exists operators (
        name text primary key,
        key_hash text not null unique,
        added_at_ms bigint not null,
        removed_at_ms bigint
      );
      create table if not exists operator_proposals (
        id text primary key,
        words_hash text not null,
        words text not null,
        who text not null,
        why text not null,
        at_ms bigint not null,
        expires_at_ms bigint not null
      );
      create index if not exists operator_proposals_words on operator_proposals (words_hash, expires_at_ms);
      alter table operator_events add column if not exists key text, add column if not exists words_hash text,
        add column if not exists proposal text;
      create unique index if not exists operator_events_key on operator_events (key);
      create unique index if not exists operator_events_proposal on operator_events (proposal);
    `,
  },
  {
    // Beside the balance, so that the statement that locks it for an order sees it.
    id: "operators-002-frozen-members",
    sql: "alter table balances add column if not exists frozen_at_ms bigint;",
  },
]
