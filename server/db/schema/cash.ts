import type { Migration } from "./foundation.ts"

/**
 * Deposits, withdrawals, destinations, real-name checks and site content.
 *
 * `status` is 0 pending, 1 successful, 2 rejected, and leaves 0 exactly once: every decision is an
 * update guarded by `status = 0`, in the transaction of its postings. Card numbers, ID numbers and
 * names are sealed by the vault; values that must be comparable have a keyed fingerprint.
 */
export const cashMigrations: ReadonlyArray<Migration> = [
  {
    id: "cash-001-deposits",
    sql: `
      create table if not exists deposit_networks (
        id text primary key,
        network text not null,
        address text not null,
        minimum bigint not null check (minimum > 0),
        maximum bigint not null check (maximum >= minimum),
        arrival_minutes integer not null check (arrival_minutes >= 0),
        enabled boolean not null default true,
        position integer not null
      );
      create table if not exists deposits (
        id text primary key,
        member_id text not null,
        network text not null,
        address text not null,
        currency text not null,
        amount bigint not null check (amount > 0),
        proof_image text not null,
        status smallint not null default 0 check (status in (0, 1, 2)),
        reason text,
        created_at_ms bigint not null,
        reviewed_at_ms bigint,
        check ((status = 0) = (reviewed_at_ms is null)),
        check (status <> 2 or reason <> '')
      );
      create index if not exists deposits_member on deposits (member_id, created_at_ms, id);
      create index if not exists deposits_pending on deposits (created_at_ms, id) where status = 0;
    `,
  },
  {
    id: "cash-002-withdrawals",
    sql: `
      create table if not exists withdrawal_terms (
        id text primary key,
        method text not null check (method in ('bank', 'crypto')),
        network text,
        minimum bigint not null check (minimum > 0),
        maximum bigint not null check (maximum >= minimum),
        fee bigint not null check (fee >= 0 and fee < minimum),
        arrival_minutes integer not null check (arrival_minutes >= 0),
        enabled boolean not null default true,
        position integer not null
      );
      create table if not exists bank_cards (
        id text primary key,
        member_id text not null,
        bank_name text not null,
        number_sealed text not null,
        number_fingerprint text not null,
        last_four text not null,
        username text not null,
        added_at_ms bigint not null,
        usable_at_ms bigint not null,
        unique (member_id, number_fingerprint)
      );
      create table if not exists crypto_addresses (
        id text primary key,
        member_id text not null,
        network text not null,
        address text not null,
        address_key text not null,
        added_at_ms bigint not null,
        usable_at_ms bigint not null,
        unique (member_id, network, address_key)
      );
      create table if not exists withdrawals (
        id text primary key,
        member_id text not null,
        currency text not null,
        amount bigint not null check (amount > 0),
        fee bigint not null check (fee >= 0 and fee < amount),
        method text not null check (method in ('bank', 'crypto')),
        network text,
        address text not null,
        destination_sealed text,
        status smallint not null default 0 check (status in (0, 1, 2)),
        reason text,
        created_at_ms bigint not null,
        reviewed_at_ms bigint,
        check ((status = 0) = (reviewed_at_ms is null)),
        check (status <> 2 or reason <> '')
      );
      create index if not exists withdrawals_member on withdrawals (member_id, created_at_ms, id);
      create index if not exists withdrawals_pending on withdrawals (created_at_ms, id) where status = 0;
    `,
  },
  {
    id: "cash-003-real-names",
    sql: `
      create table if not exists real_names (
        id text primary key,
        member_id text not null,
        real_name_sealed text not null,
        id_number_sealed text not null,
        id_number_fingerprint text not null,
        id_number_masked text not null,
        front_image text not null,
        back_image text not null,
        status text not null default 'pending' check (status in ('pending', 'verified', 'rejected')),
        reason text,
        submitted_at_ms bigint not null,
        reviewed_at_ms bigint,
        check ((status = 'pending') = (reviewed_at_ms is null)),
        check (status <> 'rejected' or reason <> '')
      );
      create unique index if not exists real_names_current on real_names (member_id) where status <> 'rejected';
      create index if not exists real_names_member on real_names (member_id, submitted_at_ms);
      create index if not exists real_names_pending on real_names (submitted_at_ms, id) where status = 'pending';
      create unique index if not exists real_names_person
        on real_names (id_number_fingerprint) where status = 'verified';
    `,
  },
  {
    id: "cash-004-content",
    sql: `
      create table if not exists banners (
        id text primary key,
        swipe_image text not null,
        link text,
        title text not null,
        position integer not null
      );
      create table if not exists placards (
        id text primary key,
        content text not null,
        at_ms bigint not null
      );
      create table if not exists articles (
        id text not null,
        language text not null,
        kind text not null,
        title text not null,
        content_html text not null,
        at_ms bigint not null,
        primary key (id, language)
      );
      create index if not exists articles_newest on articles (language, at_ms, id);
    `,
  },
  {
    // A network whose format is unknown is not offered for new addresses until an operator names it.
    id: "cash-005-destinations",
    sql: `
      alter table deposit_networks add column if not exists format text
        check (format in ('tron', 'ethereum', 'bitcoin', 'ripple'));
      alter table withdrawal_terms add column if not exists format text
        check (format in ('tron', 'ethereum', 'bitcoin', 'ripple'));
      update deposit_networks set format = case network
        when 'USDT-TRC20' then 'tron' when 'USDT-ERC20' then 'ethereum' when 'BTC' then 'bitcoin' end
        where format is null;
      update withdrawal_terms set format = case network
        when 'USDT-TRC20' then 'tron' when 'USDT-ERC20' then 'ethereum' when 'BTC' then 'bitcoin' end
        where format is null;
      alter table crypto_addresses add column if not exists exchange boolean not null default false;
      alter table crypto_addresses add column if not exists tag text;
      alter table withdrawals add column if not exists tag text;
      alter table bank_cards add column if not exists bank_code text;
    `,
  },
  {
    // Naira per unit in ten-thousandths. A record keeps the rate it was accepted at.
    id: "cash-006-rates",
    sql: `
      create table if not exists asset_prices (
        asset text primary key,
        price bigint not null check (price > 0),
        priced_at_ms bigint not null
      );
      create table if not exists network_assets (
        network text primary key,
        asset text not null,
        decimals integer not null check (decimals between 0 and 18)
      );
      create table if not exists rates (
        id text primary key,
        asset text not null,
        price bigint not null check (price > 0),
        at_ms bigint not null,
        expires_at_ms bigint not null check (expires_at_ms > at_ms)
      );
      create index if not exists rates_expired on rates (expires_at_ms);
      alter table deposits add column if not exists asset text, add column if not exists asset_amount text,
        add column if not exists asset_price bigint, add column if not exists rated_at_ms bigint;
      alter table withdrawals add column if not exists asset text, add column if not exists asset_amount text,
        add column if not exists asset_price bigint, add column if not exists rated_at_ms bigint;
    `,
  },
  {
    // Texts of operators in other languages than English. The English ones stay in their tables.
    id: "cash-007-translations",
    sql: `
      create table if not exists placard_translations (
        placard_id text not null references placards (id) on delete cascade,
        language text not null,
        content text not null,
        primary key (placard_id, language)
      );
      create table if not exists banner_translations (
        banner_id text not null references banners (id) on delete cascade,
        language text not null,
        title text not null,
        primary key (banner_id, language)
      );
    `,
  },
  {
    // An upload that no record refers to after a day is removed.
    id: "cash-008-used-uploads",
    sql: `
      alter table uploads add column if not exists used_at_ms bigint;
      update uploads u set used_at_ms = u.created_at_ms where used_at_ms is null and (
        exists (select 1 from deposits d where d.proof_image = u.id)
        or exists (select 1 from real_names r where u.id in (r.front_image, r.back_image)));
      create index if not exists uploads_unused on uploads (created_at_ms) where used_at_ms is null;
    `,
  },
  {
    // With a size the image is sealed; without bytes it is in the bucket. Of an earlier release: plain.
    id: "cash-009-sealed-uploads",
    sql: `
      alter table uploads alter column bytes drop not null;
      alter table uploads add column if not exists size integer,
        add column if not exists in_bucket boolean not null default false,
        add column if not exists removed_at_ms bigint;
      create index if not exists uploads_removed on uploads (id) where removed_at_ms is not null;
    `,
  },
]

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
  {
    // Why an operator has to look at a payment: the reason of a provider's notice that could not be used.
    id: "pay-002-attention",
    sql: `
      alter table deposits add column if not exists attention text;
      create index if not exists deposits_attention on deposits (created_at_ms, id) where attention is not null;
    `,
  },
]

/** Withdrawals that a person takes for review and that their member can cancel until then. */
export const withdrawalMigrations: ReadonlyArray<Migration> = [
  {
    // What a cancelled one returned cannot be staked until a time. The index has the expression of
    // `eventCodeSql`.
    id: "withdrawals-001-stages",
    sql: `
      alter table withdrawals add column if not exists taken_at_ms bigint, add column if not exists taken_by text;
      alter table balances add column if not exists returned bigint not null default 0 check (returned >= 0),
        add column if not exists returned_until_ms bigint;
      create index if not exists withdrawals_cancelled on withdrawals (member_id, reviewed_at_ms)
        where reason = 'review.withdrawal.cancelled';
      drop index if exists member_events_changes;
      create index if not exists member_events_changes on member_events (member_id, (case
        when kind = 'order' and to_state = 'accepted' then 103 when kind = 'order' then 214
        when kind = 'deposit' then 201
        when kind = 'withdrawal' and to_state in ('rejected', 'cancelled') then 203 when kind = 'withdrawal' then 104
        when kind = 'balance' and to_state = 'decreased' then 100 when kind = 'balance' then 200 end), number)
        where transaction_id <> '';
    `,
  },
  {
    // By what reference it was paid, and the last ones that were decided.
    id: "withdrawals-002-decided",
    sql: `
      alter table withdrawals add column if not exists payment_reference text;
      create index if not exists withdrawals_decided on withdrawals (reviewed_at_ms)
        where status <> 0 and reason is distinct from 'review.withdrawal.cancelled';
    `,
  },
  {
    // The complaint about a withdrawal that was not decided when promised.
    id: "withdrawals-003-complaints",
    sql: `
      alter table withdrawals add column if not exists complaint_number bigint check (complaint_number > 0),
        add column if not exists complained_at_ms bigint, add column if not exists acknowledged_at_ms bigint,
        add column if not exists answered_at_ms bigint, add column if not exists complaint_answer text;
      create unique index if not exists withdrawals_complaint on withdrawals (complaint_number)
        where complaint_number > 0;
      create index if not exists withdrawals_unanswered on withdrawals (complaint_number)
        where complaint_number > 0 and answered_at_ms is null;
    `,
  },
]

/** Refusals of name checks after which the member cannot send another. Null: they can. */
export const realNameMigrations: ReadonlyArray<Migration> = [
  {
    id: "real-names-001-final",
    sql: `
      alter table real_names add column if not exists is_final boolean;
      drop index if exists real_names_current;
      create unique index if not exists real_names_current on real_names (member_id)
        where status <> 'rejected' or is_final;
    `,
  },
]

/** An amount of a cancelled withdrawal is held until its own time, and again if it comes back. */
export const returnedPartMigrations: ReadonlyArray<Migration> = [
  {
    id: "withdrawals-004-returned-parts",
    sql: `
      alter table balances add column if not exists returned_parts jsonb not null default '[]';
      alter table withdrawals add column if not exists returned_parts jsonb;
      update balances set returned_parts = jsonb_build_array(jsonb_build_array(returned::text, returned_until_ms::text))
        where returned > 0;
    `,
  },
]
