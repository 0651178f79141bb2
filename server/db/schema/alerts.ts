import type { Migration } from "./foundation.ts"

/**
 * Price alerts. `level` is the price at or beyond which one fires, on its `side`; one that waits for
 * an opening has `opens_at_ms` instead. It looks at the ticks after `after_seq`. `is_armed` is false
 * once it has fired: of a daily one for a day. An alert's own indexes hold the armed ones alone.
 *
 * `alert_cursors.seq` is the last tick that was compared with the alerts of a symbol. `adds` counts new
 * alerts, so that a cursor does not pass the ticks of one that was added meanwhile.
 */
export const alertMigrations: ReadonlyArray<Migration> = [
  {
    id: "alerts-001",
    sql: `
      create table if not exists alerts (
        id text primary key,
        member_id text not null references members (id),
        product_id text not null,
        symbol text not null,
        kind text not null check (kind in ('above', 'below', 'stop-out', 'opens')),
        side text check (side in ('above', 'below')),
        level bigint check (level > 0),
        contract_id text,
        distance_bps int,
        opens_at_ms bigint,
        is_daily boolean not null,
        note text not null,
        until_ms bigint not null,
        state text not null check (state in ('active', 'fired', 'ended', 'expired')),
        created_at_ms bigint not null,
        changed_at_ms bigint not null,
        after_seq bigint not null,
        fired_seq bigint,
        fired_price bigint,
        fired_at_ms bigint,
        is_armed boolean not null default true,
        check ((side is null) = (level is null))
      );
      create index if not exists alerts_above on alerts (symbol, level) where is_armed and side = 'above';
      create index if not exists alerts_below on alerts (symbol, level desc) where is_armed and side = 'below';
      create index if not exists alerts_opening on alerts (symbol, opens_at_ms) where is_armed and kind = 'opens';
      create index if not exists alerts_resting on alerts (fired_at_ms) where state = 'active' and not is_armed;
      create index if not exists alerts_until on alerts (until_ms) where state = 'active';
      create index if not exists alerts_contract on alerts (contract_id) where state = 'active' and kind = 'stop-out';
      create index if not exists alerts_member on alerts (member_id, changed_at_ms desc, id desc) where state = 'active';
      create index if not exists alerts_member_past on alerts (member_id, changed_at_ms desc, id desc) where state <> 'active';
      create table if not exists alert_cursors (
        symbol text primary key,
        seq bigint not null,
        adds bigint not null default 0
      );
    `,
  },
]
