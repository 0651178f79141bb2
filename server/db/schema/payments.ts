import type { Migration } from "./foundation.ts"

/**
 * Deposits through a payment provider. Such a deposit has a way and no proof. Its status follows the
 * provider's events: 0 pending to 1 success or 2 fail, and from 2 to 1 where a success arrives after
 * a failed attempt. Nothing leaves 1.
 */
export const paymentMigrations: ReadonlyArray<Migration> = [
  {
    id: "pay-001-payments",
    sql: `
      alter table deposits alter column proof_image drop not null;
      alter table deposits add column if not exists way smallint check (way in (2, 3)),
        add column if not exists expires_at_ms bigint;
      create table if not exists payment_events (
        way smallint not null,
        event_id text not null,
        deposit_id text not null references deposits (id),
        result text not null check (result in ('success', 'fail')),
        effect text not null check (effect in ('credited', 'failed', 'none')),
        received_at_ms bigint not null,
        primary key (way, event_id)
      );
      create index if not exists payment_events_deposit on payment_events (deposit_id, received_at_ms);
    `,
  },
]
