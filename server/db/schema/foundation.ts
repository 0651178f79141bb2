/**
 * Members, sessions, the ledger, idempotency, uploads, settings and operator decisions.
 *
 * `postings` is the append-only, double-entry source of truth. An account is `available`,
 * `contracts` or `withdrawals` of a member, or `house` (member null). The amounts of a transaction
 * sum to zero. `balances` is the projection of `postings`, updated in the same statement so that a
 * debit can be refused atomically. The house account has no balance row, so no row is contended.
 */
export const foundationMigrations: ReadonlyArray<Migration> = [
  {
    id: "foundation-001-members",
    sql: `
      create table if not exists members (
        id text primary key,
        username text not null,
        username_key text not null unique,
        password_hash text not null,
        level integer not null default 1,
        vin integer not null default 0,
        invitation_code text not null unique,
        invited_by text,
        registered_at_ms bigint not null,
        password_changed_at_ms bigint not null
      );
      create index if not exists members_invited on members (invited_by, registered_at_ms, id);
      create table if not exists invitation_codes (
        code text primary key,
        member_id text,
        note text not null,
        created_at_ms bigint not null
      );
      create table if not exists sessions (
        token_hash text primary key,
        member_id text not null,
        created_at_ms bigint not null,
        seen_at_ms bigint not null,
        expires_at_ms bigint not null,
        revoked_at_ms bigint
      );
      create index if not exists sessions_member on sessions (member_id);
      create index if not exists sessions_expiry on sessions (expires_at_ms);
      create table if not exists tickets (
        ticket_hash text primary key,
        member_id text not null,
        token_hash text not null,
        expires_at_ms bigint not null
      );
      create index if not exists tickets_expiry on tickets (expires_at_ms);
    `,
  },
  {
    id: "foundation-002-ledger",
    sql: `
      create table if not exists balances (
        member_id text not null,
        asset text not null,
        available bigint not null default 0 check (available >= 0),
        contracts bigint not null default 0 check (contracts >= 0),
        withdrawals bigint not null default 0 check (withdrawals >= 0),
        primary key (member_id, asset)
      );
      create table if not exists postings (
        transaction_id text not null,
        line smallint not null,
        member_id text,
        account text not null check (account in ('available', 'contracts', 'withdrawals', 'house')),
        asset text not null,
        amount bigint not null check (amount <> 0),
        balance_after bigint,
        code smallint not null check (code in (100, 103, 104, 200, 201, 203, 214)),
        reason text not null,
        reference text not null,
        at_ms bigint not null,
        primary key (transaction_id, line),
        check ((account = 'house') = (member_id is null)),
        check (code not in (100, 200) or (reason <> '' and reference <> ''))
      );
      create index if not exists postings_changes
        on postings (member_id, at_ms, transaction_id) where account = 'available';
    `,
  },
  {
    id: "foundation-003-operations",
    sql: `
      create table if not exists operations (
        member_id text not null,
        operation text not null,
        key text not null,
        body_hash text not null,
        outcome jsonb,
        at_ms bigint not null,
        primary key (member_id, operation, key)
      );
    `,
  },
  {
    id: "foundation-004-site",
    sql: `
      create table if not exists settings (
        name text primary key,
        value jsonb not null,
        changed_at_ms bigint not null
      );
      create table if not exists operator_events (
        id text primary key,
        at_ms bigint not null,
        who text not null,
        command text not null,
        subject text not null,
        why text not null,
        detail jsonb not null
      );
      create table if not exists uploads (
        id text primary key,
        member_id text not null,
        media_type text not null,
        bytes bytea not null,
        width integer not null,
        height integer not null,
        created_at_ms bigint not null
      );
      create index if not exists uploads_member on uploads (member_id, created_at_ms);
    `,
  },
  {
    // The level is computed, never stored.
    id: "foundation-005-level",
    sql: "alter table members drop column if exists level;",
  },
  {
    // Null for members who registered before terms were recorded.
    id: "foundation-006-terms",
    sql: `
      alter table members add column if not exists terms_at_ms bigint;
      alter table members add column if not exists terms_accepted_at_ms bigint;
    `,
  },
  {
    id: "foundation-007-password-resets",
    sql: `
      create table if not exists password_requests (
        member_id text primary key references members (id),
        contact_sealed text not null,
        requested_at_ms bigint not null
      );
      create table if not exists password_codes (
        member_id text primary key references members (id),
        code_hash text not null,
        expires_at_ms bigint not null
      );
    `,
  },
  {
    // Counts the changes of what a member owns; open apps are notified of it.
    id: "foundation-008-revision",
    sql: "alter table balances add column if not exists revision bigint not null default 0;",
  },
  {
    // An open id identifies a WeChat account to one app id only.
    id: "foundation-009-wechat-accounts",
    sql: `
      create table if not exists wechat_accounts (
        app_id text not null,
        open_id text not null,
        member_id text not null references members (id),
        linked_at_ms bigint not null,
        primary key (app_id, open_id),
        unique (app_id, member_id)
      );
    `,
  },
  {
    // Counts the password changes of a member. A session opens only at the version that was verified.
    id: "foundation-010-credential-version",
    sql: "alter table members add column if not exists credential_version bigint not null default 0;",
  },
  {
    // Running processes and the configuration that decides about members' money.
    id: "foundation-011-processes",
    sql: `
      create table if not exists processes (
        id text primary key,
        configuration jsonb not null,
        joined_at_ms bigint not null,
        seen_at_ms bigint not null
      );
    `,
  },
  {
    // Void rows are removed once their keys have expired.
    id: "foundation-012-void-keys",
    sql: "create index if not exists operations_void on operations (at_ms) where outcome->>'state' = 'void';",
  },
  {
    // Statements insert here what would break an invariant, which fails them. Rows of earlier
    // releases are not checked again.
    id: "foundation-013-invariants",
    sql: `
      create table if not exists broken_invariants (
        invariant text not null,
        subject text not null,
        constraint invariant_holds check (invariant = '')
      );
      alter table postings drop constraint if exists postings_balance_after;
      alter table postings add constraint postings_balance_after
        check (balance_after >= 0 and balance_after - amount >= 0) not valid;
    `,
  },
  {
    // Names that look alike have one skeleton (Unicode TS 39), which the first member holds.
    id: "foundation-014-name-skeletons",
    sql: `
      create table if not exists name_skeletons (
        skeleton text primary key,
        member_id text not null references members (id)
      );
      create index if not exists name_skeletons_member on name_skeletons (member_id);
    `,
  },
  {
    // What members see of log-ins. Refused ones have no token.
    id: "foundation-015-logins",
    sql: `
      create table if not exists logins (
        id text primary key,
        member_id text not null references members (id),
        token_hash text,
        device text not null,
        network text not null,
        attempts integer not null check (attempts > 0),
        at_ms bigint not null
      );
      create index if not exists logins_member on logins (member_id, at_ms);
      create index if not exists logins_age on logins (at_ms);
    `,
  },
  {
    // The numbers of invited members (`server/core/invitation-counts.ts`). Codes: a purchase, a
    // credited deposit.
    id: "foundation-016-invitation-counts",
    sql: `
      alter table balances add column if not exists has_begun boolean not null default false;
      update balances b set has_begun = true where not has_begun and exists (
        select 1 from postings p where p.member_id = b.member_id and p.account = 'available' and p.code in (103, 201));
      create table if not exists invitation_counts (
        member_id text primary key,
        invited bigint not null check (invited >= 0),
        successful bigint not null check (successful >= 0)
      );
      create table if not exists invitation_changes (
        inviter_id text not null,
        member_id text not null,
        kind text not null check (kind in ('registered', 'begun')),
        primary key (inviter_id, member_id, kind)
      );
      insert into invitation_counts (member_id, invited, successful)
      select m.invited_by, count(*), count(*) filter (where b.has_begun)
      from members m left join balances b on b.member_id = m.id and b.asset = 'NGN'
      where m.invited_by is not null group by m.invited_by
      on conflict (member_id) do nothing;
    `,
  },
]

/**
 * One schema migration. `id` is recorded when it has run. A released migration is never edited; a
 * new one is added instead. Every statement says `if not exists`, for engines without transactional
 * DDL.
 */
export interface Migration {
  readonly id: string
  readonly sql: string
}
