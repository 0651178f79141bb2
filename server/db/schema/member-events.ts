import { appendOnlySql } from "./append-only.ts"
import type { Migration } from "./foundation.ts"

const record = (
  table: string,
  kind: string,
  state: string,
  atMs: string,
  excluded: readonly string[] = [],
) => `
  select r.member_id, '${kind}' as kind, r.id as subject, ${state} as to_state, r.${atMs} as at_ms,
    jsonb_strip_nulls(to_jsonb(r) - '{${["member_id", ...excluded].join(",")}}'::text[]) as changes,
    0::bigint as available, 0::bigint as contracts, 0::bigint as withdrawals from ${table} r`

/** `status` of deposits and withdrawals in the words of events. */
const stateOf = (done: string, refused: string) =>
  `case r.status when 0 then 'pending' when 1 then '${done}' else '${refused}' end`

/**
 * The members' events. `changes` holds the changed columns of the record's row, sealed ones
 * excepted; `available`, `contracts` and `withdrawals` are signed changes of the accounts in kobo.
 * Records of earlier releases begin with one event that holds their whole row, and balances with one
 * that holds the balance, so that the fold of a member's events gives the rows and the balance.
 */
export const memberEventMigrations: ReadonlyArray<Migration> = [
  {
    id: "events-001-member-events",
    sql: `
      create table if not exists member_events (
        member_id text not null,
        number bigint not null check (number > 0),
        kind text not null,
        version smallint not null,
        subject text not null,
        from_state text,
        to_state text not null,
        changes jsonb not null,
        available bigint not null,
        contracts bigint not null,
        withdrawals bigint not null,
        who text not null,
        why text not null,
        at_ms bigint not null,
        primary key (member_id, number)
      );
      alter table members add column if not exists read_number bigint not null default 0;
      insert into member_events (member_id, number, kind, version, subject, from_state, to_state, changes, available,
        contracts, withdrawals, who, why, at_ms)
      select e.member_id, greatest(b.revision - e.events, 0) + e.nth, e.kind, 1, e.subject, null, e.to_state, e.changes,
        e.available, e.contracts, e.withdrawals, 'service', 'carried over', e.at_ms
      from (
        select r.*, row_number() over (partition by member_id order by at_ms, kind, subject) as nth,
          count(*) over (partition by member_id) as events
        from (
          ${record("orders", "order", "r.state", "accepted_at_ms", ["checkpoint"])}
          union all ${record("deposits", "deposit", stateOf("credited", "refused"), "created_at_ms")}
          union all ${record("withdrawals", "withdrawal", stateOf("paid", "rejected"), "created_at_ms", ["destination_sealed"])}
          union all ${record("real_names", "real-name", "r.status", "submitted_at_ms", [
            "real_name_sealed",
            "id_number_sealed",
            "id_number_fingerprint",
          ])}
          union all ${record("bank_cards", "bank-card", "'added'", "added_at_ms", ["number_sealed", "number_fingerprint"])}
          union all ${record("crypto_addresses", "crypto-address", "'added'", "added_at_ms")}
          union all select member_id, 'balance', 'carried-over', 'carried-over', 0, '{}'::jsonb, available, contracts,
            withdrawals from balances
        ) r
      ) e join balances b on b.member_id = e.member_id;
      update balances b set revision = e.last
      from (select member_id, max(number) as last from member_events group by member_id) e where e.member_id = b.member_id;
    `,
  },
  {
    // Notices that were read one by one, later than `members.read_number`. `read_version` counts
    // what a member marks, so that the other devices learn of it.
    id: "events-002-notice-reads",
    sql: `
      create table if not exists notice_reads (
        member_id text not null references members (id),
        number bigint not null,
        primary key (member_id, number)
      );
      alter table members add column if not exists read_version bigint not null default 0;
    `,
  },
]

/** A frozen account is the projection of an event of its own. Those of earlier releases get one. */
export const limitEventMigrations: ReadonlyArray<Migration> = [
  {
    id: "limit-events-001",
    sql: `
      with moved as (
        update balances set revision = revision + 1 where asset = 'NGN' and frozen_at_ms is not null
        returning member_id, revision, frozen_at_ms
      )
      insert into member_events (member_id, number, kind, version, subject, from_state, to_state, changes, available,
        contracts, withdrawals, who, why, at_ms, transaction_id)
      select member_id, revision, 'limit', 1, member_id, 'free', 'frozen', '{}', 0, 0, 0, 'service', 'carried over',
        frozen_at_ms, '' from moved;
    `,
  },
]

/** Sessions that expired in earlier releases were deleted without an event. They get their end. */
export const sessionEventMigrations: ReadonlyArray<Migration> = [
  {
    id: "session-events-001",
    sql: `
      with over as (
        select e.member_id, e.subject from (
          select member_id, subject, (array_agg(to_state order by number desc))[1] as state
          from member_events where kind = 'session' group by member_id, subject
        ) e where e.state = 'started' and not exists (
          select 1 from sessions s where s.member_id = e.member_id and left(s.token_hash, 16) = e.subject
            and s.revoked_at_ms is null
        )
      ), counted as (
        select member_id, count(*) as events from over group by member_id
      ), moved as (
        update balances b set revision = b.revision + c.events from counted c
        where b.member_id = c.member_id and b.asset = 'NGN' returning b.member_id, b.revision, c.events
      )
      insert into member_events (member_id, number, kind, version, subject, from_state, to_state, changes, available,
        contracts, withdrawals, who, why, at_ms, transaction_id)
      select o.member_id, m.revision - m.events + row_number() over (partition by o.member_id order by o.subject), 'session', 1,
        o.subject, 'started', 'ended', '{}', 0, 0, 0, 'service', 'carried over',
        (extract(epoch from clock_timestamp()) * 1000)::bigint, ''
      from over o join moved m on m.member_id = o.member_id;
    `,
  },
]

/** The second factor of an account: the sealed key of an app, and keyed hashes of recovery codes. */
export const factorMigrations: ReadonlyArray<Migration> = [
  {
    id: "factor-001",
    sql: `
      create table if not exists factors (
        member_id text primary key references members (id),
        key_sealed text not null,
        last_step bigint not null,
        added_at_ms bigint not null
      );
      create table if not exists recovery_codes (
        member_id text not null references members (id),
        code_hash text not null,
        primary key (member_id, code_hash)
      );
    `,
  },
  {
    // From when on a factor that an operator resets is no longer asked for.
    id: "factor-002-reset",
    sql: "alter table factors add column if not exists resets_at_ms bigint",
  },
]

/** A lock that its member has put on the account, and from when on a log-in ends it. */
export const lockMigrations: ReadonlyArray<Migration> = [
  {
    id: "lock-001",
    sql: `
      alter table balances add column if not exists locked_at_ms bigint,
        add column if not exists unlocks_at_ms bigint;
    `,
  },
]

/** Challenges that confirm a command once more. Of what is confirmed only a keyed hash is stored. */
export const confirmationMigrations: ReadonlyArray<Migration> = [
  {
    id: "confirmation-001",
    sql: `
      create table if not exists confirmations (
        id text primary key,
        member_id text not null references members (id),
        token_hash text not null,
        purpose text not null,
        subject_hash text not null,
        expires_at_ms bigint not null,
        proved_at_ms bigint,
        used_at_ms bigint
      );
      create index if not exists confirmations_age on confirmations (expires_at_ms);
    `,
  },
  {
    // When a second factor was last added, removed or reset, and what each session was opened with.
    id: "confirmation-002-factor-changes",
    sql: `
      alter table members add column if not exists factor_changed_at_ms bigint;
      alter table sessions add column if not exists proof text;
    `,
  },
]

/**
 * A member's own limits, pause and exclusion: the fold of events of the kind `protection`. `limits` and
 * `waiting` hold units as text by the name of a limit.
 *
 * `balances.stake_rest` is what the member may still stake on the day `stake_rest_day`, and `orders_rest`
 * how many contracts may be added. Both are at most what the limits allow, never more, so that the
 * statement that locks a stake reads its own row alone. Null without such limits.
 */
export const protectionMigrations: ReadonlyArray<Migration> = [
  {
    id: "protection-001",
    sql: `
      create table if not exists protections (
        id text primary key,
        member_id text not null check (member_id = id),
        revision integer not null check (revision > 0),
        limits jsonb not null default '{}',
        waiting jsonb not null default '{}',
        paused_until_ms bigint,
        excluded_until_ms bigint
      );
      alter table balances add column if not exists stake_rest bigint check (stake_rest >= 0),
        add column if not exists stake_rest_day bigint,
        add column if not exists orders_rest integer;
    `,
  },
]

/** What the market signs of each change of a member's own limits, in order. */
export const limitPromiseMigrations: ReadonlyArray<Migration> = [
  {
    id: "limit-promise-001",
    sql: `
      create table if not exists limit_promises (
        member_id text not null,
        number integer not null,
        at_ms bigint not null,
        body text not null,
        primary key (member_id, number)
      );
      ${appendOnlySql("limit_promises")}
    `,
  },
]
