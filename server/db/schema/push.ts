import type { Migration } from "./foundation.ts"

/**
 * The subscriptions of members' devices to notices by Web Push. `id` is a fingerprint of endpoint
 * and keys, which are sealed together. `number` is the member's last event that was handled for the
 * subscription. `next_at_ms` is when it may be handled next; a process that handles it moves that
 * time ahead first, so that no other process does meanwhile.
 */
export const pushMigrations: ReadonlyArray<Migration> = [
  {
    id: "push-001-subscriptions",
    sql: `
      create table if not exists push_subscriptions (
        id text primary key,
        member_id text not null references members (id),
        token_hash text not null,
        sealed text not null,
        locale text not null,
        number bigint not null,
        attempts int not null default 0,
        next_at_ms bigint not null default 0,
        failing_since_ms bigint,
        created_at_ms bigint not null,
        expires_at_ms bigint not null
      );
      create index if not exists push_subscriptions_member on push_subscriptions (member_id, created_at_ms);
      create index if not exists push_subscriptions_token on push_subscriptions (token_hash);
    `,
  },
]
