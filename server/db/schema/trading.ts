import { appendOnlySql } from "./append-only.ts"
import type { Migration } from "./foundation.ts"

/**
 * The market, products and contracts.
 *
 * `ticks` is append-only and hash-chained per symbol; only the holder of `market_lease`, identified
 * by its fencing number, appends. `settlement_cursors` is the last tick that settlement has
 * processed per symbol. A contract ends at or below `orders.trigger_low` and at or above
 * `orders.trigger_high`: with their partial indexes the due query reads due contracts only, however
 * many are open. Each index says `is not null` of its own column, so that a planner without
 * statistics does not confuse them.
 *
 * `tick_blocks` is the packed, older part of the journal.
 *
 * `log_nodes` holds the heads of each complete tile of a market's log (level 1: of 256 ticks, level 2: of
 * 256 such tiles) in both of its trees; they follow from the ticks. `log_checkpoints` holds every
 * checkpoint that was published.
 *
 * `settlement_holds` is the dead-letter table of settlement. A null `next_try_ms` means that an
 * operator, or the next lease holder, has to request a retry.
 */
export const tradingMigrations: ReadonlyArray<Migration> = [
  {
    id: "trading-001-market",
    sql: `
      create table if not exists market_feed (
        name text primary key,
        secret text not null,
        anchor_ms bigint not null,
        anchor_day bigint not null,
        day_ms bigint not null,
        tick_ms bigint not null
      );
      create table if not exists market_lease (
        name text primary key,
        holder text not null,
        fence bigint not null,
        expires_at_ms bigint not null
      );
      create table if not exists ticks (
        symbol text not null,
        seq bigint not null,
        at_ms bigint not null,
        price_units bigint not null check (price_units > 0),
        previous_hash bytea not null,
        hash bytea not null,
        primary key (symbol, seq)
      );
      create unique index if not exists ticks_time on ticks (symbol, at_ms);
      create table if not exists settlement_cursors (
        symbol text primary key,
        seq bigint not null
      );
    `,
  },
  {
    id: "trading-002-products",
    sql: `
      create table if not exists products (
        id text primary key,
        position integer not null,
        symbol text not null,
        name text not null,
        kind text not null check (kind in ('share', 'index', 'crypto')),
        min_stake bigint not null check (min_stake > 0),
        max_stake bigint not null,
        leverages integer[] not null,
        periods integer[] not null,
        commission_ppm integer not null check (commission_ppm >= 0),
        stop_out_bps integer not null check (stop_out_bps between 1 and 10000),
        sold_out boolean not null default false,
        recommended boolean not null default false,
        open_minute integer not null check (open_minute between 0 and 1440),
        close_minute integer not null check (close_minute between 0 and 1440),
        check (max_stake >= min_stake)
      );
    `,
  },
  {
    id: "trading-003-orders",
    sql: `
      create table if not exists orders (
        id text primary key,
        member_id text not null,
        product_id text not null,
        symbol text not null,
        name text not null,
        direction text not null check (direction in ('up', 'down')),
        state text not null
          check (state in ('accepted', 'opened', 'settled', 'stopped_out', 'closed_early', 'cancelled')),
        stake bigint not null check (stake > 0),
        leverage integer not null check (leverage > 0),
        period_days integer not null check (period_days > 0),
        commission_ppm integer not null,
        stop_out_bps integer not null,
        quoted_price bigint not null,
        slippage_bps integer,
        take_profit bigint,
        stop_loss bigint,
        accepted_at_ms bigint not null,
        opened_at_ms bigint,
        opening_price bigint,
        entry_seq bigint,
        expires_at_ms bigint,
        close_requested_at_ms bigint,
        closed_at_ms bigint,
        closing_price bigint,
        exit_seq bigint,
        gross bigint,
        commission bigint,
        net bigint check (net >= -stake),
        credited bigint check (credited >= 0),
        cancel_reason text,
        trigger_low bigint,
        trigger_high bigint
      );
      create index if not exists orders_member on orders (member_id, accepted_at_ms desc, id desc);
      create index if not exists orders_accepted on orders (symbol, accepted_at_ms) where state = 'accepted';
      create index if not exists orders_expiry on orders (symbol, expires_at_ms)
        where state = 'opened' and expires_at_ms is not null;
      create index if not exists orders_falling on orders (symbol, trigger_low)
        where state = 'opened' and trigger_low is not null;
      create index if not exists orders_rising on orders (symbol, trigger_high)
        where state = 'opened' and trigger_high is not null;
      create index if not exists orders_closing on orders (symbol, close_requested_at_ms)
        where state = 'opened' and close_requested_at_ms is not null;
      create index if not exists orders_finished on orders (product_id, closed_at_ms desc)
        where state in ('settled', 'stopped_out', 'closed_early');
    `,
  },
  {
    id: "trading-004-holds",
    sql: `
      create table if not exists settlement_holds (
        order_id text primary key,
        held_at_ms bigint not null,
        tries integer not null,
        next_try_ms bigint,
        fence bigint not null,
        reason text not null
      );
    `,
  },
  {
    id: "trading-005-packed-ticks",
    sql: `
      create table if not exists tick_blocks (
        symbol text not null,
        first_seq bigint not null,
        last_seq bigint not null,
        previous_hash bytea not null,
        bytes bytea not null,
        primary key (symbol, last_seq)
      );
    `,
  },
  {
    // A contract that lost its whole stake credits zero. Its settlement is an account change too.
    id: "trading-006-total-losses",
    sql: `
      alter table postings drop constraint if exists postings_amount_check;
      alter table postings add constraint postings_amount_check
        check (amount <> 0 or (code = 214 and account = 'available'));
      insert into postings
        (transaction_id, line, member_id, account, asset, amount, balance_after, code, reason, reference, at_ms)
      select p.transaction_id, 1, p.member_id, 'available', p.asset, 0, coalesce((
          select b.balance_after from postings b
          where b.member_id = p.member_id and b.account = 'available' and b.asset = p.asset
            and (b.at_ms, b.transaction_id) < (p.at_ms, p.transaction_id)
          order by b.at_ms desc, b.transaction_id desc limit 1
        ), 0), p.code, p.reason, p.reference, p.at_ms
      from postings p where p.code = 214 and p.account = 'contracts' and not exists (
        select 1 from postings a where a.transaction_id = p.transaction_id and a.account = 'available'
      );
    `,
  },
  {
    // Contracts carry all their terms; those of earlier releases keep following the market's.
    id: "trading-007-market-log",
    sql: `
      alter table orders add column if not exists day_ms bigint;
      alter table orders add column if not exists open_timeout_ms bigint;
      alter table orders add column if not exists checkpoint text;
      create table if not exists log_nodes (
        symbol text not null,
        level smallint not null check (level > 0),
        idx bigint not null,
        tick_hash bytea not null,
        content bytea not null,
        summary bytea not null,
        primary key (symbol, level, idx)
      );
      create table if not exists log_checkpoints (
        symbol text not null,
        complete_until_ms bigint not null,
        size bigint not null,
        root bytea not null,
        summary_root bytea not null,
        signature bytea not null,
        primary key (symbol, complete_until_ms)
      );
    `,
  },
  {
    // Null in checkpoints of earlier releases.
    id: "trading-008-receipts-since",
    sql: "alter table log_checkpoints add column if not exists receipts_since_ms bigint;",
  },
  {
    // How far the market's time is from the database's clock, which may be set while the market runs.
    id: "trading-009-market-clock",
    sql: "alter table market_lease add column if not exists clock_offset_ms bigint not null default 0;",
  },
  {
    // What a contract credits follows from its stake and result. Not checked for rows of earlier releases.
    id: "trading-010-credited",
    sql: `
      alter table orders drop constraint if exists orders_credited;
      alter table orders add constraint orders_credited check (credited = stake + net) not valid;
      alter table orders drop constraint if exists orders_refunded;
      alter table orders add constraint orders_refunded check (state <> 'cancelled' or credited = stake) not valid;
    `,
  },
  {
    // The result of all contracts of a member that have ended, kept by the statement that ends them,
    // and an index to sum those of one day.
    id: "trading-011-results",
    sql: `
      alter table balances add column if not exists result bigint not null default 0;
      update balances b set result = o.result
      from (
        select member_id, sum(net)::bigint as result from orders
        where state in ('settled', 'stopped_out', 'closed_early') group by member_id
      ) o where o.member_id = b.member_id and b.asset = 'NGN';
      create index if not exists orders_results on orders (member_id, closed_at_ms)
        where state in ('settled', 'stopped_out', 'closed_early');
    `,
  },
  {
    // The rules of settlement that a contract was accepted under. Null in rows of earlier releases.
    id: "trading-012-rules-version",
    sql: "alter table orders add column if not exists rules_version integer;",
  },
  {
    // What a product belongs to. Null where no operator named it; those of the first releases are known.
    id: "trading-013-categories",
    sql: `
      alter table products add column if not exists category text check (category in
        ('technology', 'finance', 'industry', 'consumer', 'health', 'energy', 'indices', 'crypto'));
      update products set category = case
        when kind = 'index' then 'indices'
        when kind = 'crypto' then 'crypto'
        when symbol in ('AAPL', 'MSFT', 'IBM', 'GOOG') then 'technology'
        when symbol = 'AMZN' then 'consumer'
      end where category is null;
    `,
  },
  {
    // What a replay plays. A database of an earlier release goes on with the series of that time.
    id: "trading-014-tape",
    sql: `
      alter table market_feed add column if not exists tape text not null default 'first'
        check (tape in ('first', 'nineties'));
    `,
  },
]

/**
 * The answers of members to the questions before leverage above 1, and when each member passed. `choice` is
 * the place of the answer as it was shown in `language`; `version` is that of the pool.
 */
export const knowledgeMigrations: ReadonlyArray<Migration> = [
  {
    id: "knowledge-001",
    sql: `
      create table if not exists knowledge_answers (
        member_id text not null,
        attempt integer not null,
        position integer not null,
        version integer not null,
        language text not null,
        question text not null,
        choice integer not null,
        is_right boolean not null,
        at_ms bigint not null,
        primary key (member_id, attempt, position)
      );
      ${appendOnlySql("knowledge_answers")}
      alter table balances add column if not exists knowledge_at_ms bigint;
    `,
  },
]

/** The loss rate at the end of each account day, "2026-11-28": accounts that traded, and those that lost. */
export const lossRateMigrations: ReadonlyArray<Migration> = [
  {
    id: "loss-rate-001",
    sql: `
      create table if not exists loss_rates (
        day text primary key,
        accounts integer not null check (accounts >= 0),
        losing integer not null check (losing between 0 and accounts),
        computed_at_ms bigint not null
      );
      ${appendOnlySql("loss_rates")}
    `,
  },
]

/**
 * Changes of the levels of an open contract. `level_history` holds the levels of its acceptance and each
 * change with its time; `level_checkpoints` the market's checkpoint at each change. Both are null where
 * nothing was changed. Levels before a change are in no index of triggers, so that contracts changed
 * since a tick are found by `amended_at_ms`.
 */
export const amendmentMigrations: ReadonlyArray<Migration> = [
  {
    id: "amendments-001-levels",
    sql: `
      alter table orders add column if not exists amended_at_ms bigint;
      alter table orders add column if not exists level_history jsonb;
      alter table orders add column if not exists level_checkpoints jsonb;
      create index if not exists orders_amended on orders (symbol, amended_at_ms desc)
        where state = 'opened' and amended_at_ms is not null;
    `,
  },
]

/** Numbers of complaints about contracts follow this one, so that none is that of a withdrawal's. */
export const CONTRACT_COMPLAINTS_AFTER = 1_000_000

export const contractComplaintMigrations: ReadonlyArray<Migration> = [
  {
    id: "contract-complaints-001",
    sql: `
      alter table orders add column if not exists complaint_number bigint check (complaint_number > ${CONTRACT_COMPLAINTS_AFTER}),
        add column if not exists complained_at_ms bigint, add column if not exists acknowledged_at_ms bigint,
        add column if not exists answered_at_ms bigint, add column if not exists complaint_answer text;
      create unique index if not exists orders_complaint on orders (complaint_number)
        where complaint_number > 0;
      create index if not exists orders_unanswered on orders (complaint_number)
        where complaint_number > 0 and answered_at_ms is null;
    `,
  },
]

export const endedOrderMigrations: ReadonlyArray<Migration> = [
  {
    // The ended contracts of a member in the order in which they are listed.
    id: "trading-015-ended-orders",
    sql: `
      create index if not exists orders_ended on orders (member_id, closed_at_ms desc, id desc)
        where state in ('settled', 'stopped_out', 'closed_early');
      drop index if exists orders_results;
    `,
  },
]

/**
 * An early close that its member bounds: the price shown and the tolerance. A close that was refused
 * leaves the price shown and the one that would have closed the contract.
 */
export const closeToleranceMigrations: ReadonlyArray<Migration> = [
  {
    id: "close-tolerance-001",
    sql: `
      alter table orders add column if not exists close_quoted_price bigint,
        add column if not exists close_slippage_bps int,
        add column if not exists close_refused_quoted bigint,
        add column if not exists close_refused_price bigint;
      create index if not exists orders_bounded_close on orders (symbol, close_requested_at_ms)
        where state = 'opened' and close_slippage_bps is not null;
    `,
  },
]
