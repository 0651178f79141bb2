import { appendOnlySql } from "./append-only.ts"
import type { Migration } from "./foundation.ts"

/**
 * The hash chains of postings (`server/core/posting-chain.ts`). `balances.postings_hash` is the head of a
 * member's chain; an event carries the transaction that its statement posted and the hash after it.
 * `carried_postings` holds one hash of what earlier releases posted for a member.
 */
export const postingChainMigrations: ReadonlyArray<Migration> = [
  {
    // Without a default, so that a process of an earlier release, which links nothing, writes no event.
    id: "posting-chain-001",
    sql: `
      alter table balances add column if not exists postings_hash bytea not null default ''::bytea;
      alter table member_events add column if not exists transaction_id text not null default '';
      alter table member_events alter column transaction_id drop default;
      alter table member_events add column if not exists postings_hash bytea;
      create table if not exists carried_postings (
        member_id text primary key,
        transactions bigint not null,
        hash bytea not null
      );
      insert into carried_postings (member_id, transactions, hash)
      select o.member_id, count(*), sha256(string_agg(sha256(convert_to((
          select string_agg(json_build_array(p.transaction_id, p.line, p.member_id, p.account, p.asset, p.amount, p.balance_after,
            p.code, p.reason, p.reference, p.at_ms)::text, '' order by p.line)
          from postings p where p.transaction_id = o.transaction_id
        ), 'UTF8')), ''::bytea order by o.transaction_id collate "C"))
      from (select distinct member_id, transaction_id from postings where member_id is not null) o
      group by o.member_id on conflict do nothing;
      update balances b set postings_hash = c.hash from carried_postings c
      where c.member_id = b.member_id and b.postings_hash = ''::bytea;
      ${appendOnlySql("carried_postings")}
      create index if not exists postings_member on postings (member_id, at_ms, transaction_id) where member_id is not null;
      drop index if exists postings_changes;
    `,
  },
  {
    // What a member's lists can be filtered by: the code of a change (`eventCodeSql`), the kind of a
    // notice, open contracts, the product.
    id: "posting-chain-002-filters",
    sql: `
      create index if not exists member_events_notices on member_events (member_id, kind, number) where who <> 'member';
      create index if not exists orders_open on orders (member_id, accepted_at_ms desc, id desc)
        where state in ('accepted', 'opened');
      create index if not exists orders_product on orders (member_id, symbol, accepted_at_ms desc, id desc);
      create index if not exists member_events_changes on member_events (member_id, (case
        when kind = 'order' and to_state = 'accepted' then 103 when kind = 'order' then 214
        when kind = 'deposit' then 201
        when kind = 'withdrawal' and to_state = 'rejected' then 203 when kind = 'withdrawal' then 104
        when kind = 'balance' and to_state = 'decreased' then 100 when kind = 'balance' then 200 end), number)
        where transaction_id <> '';
    `,
  },
  {
    // The events of one record, so that a check divides those of a large member.
    id: "posting-chain-003-subjects",
    sql: "create index if not exists member_events_subject on member_events (member_id, subject);",
  },
]

/**
 * What the market owed all members at the end of each day. The signed notes stay; the leaves, by tiles of
 * 256 in the order of their names, are dropped after some days.
 */
export const liabilityMigrations: ReadonlyArray<Migration> = [
  {
    id: "liabilities-001",
    sql: `
      create table if not exists liabilities (
        day text primary key,
        note text not null,
        sealed_at_ms bigint not null
      );
      ${appendOnlySql("liabilities")}
      create table if not exists liability_tiles (
        day text not null,
        index integer not null,
        first_name bytea not null,
        entries bytea not null,
        node bytea not null,
        primary key (day, index),
        unique (day, first_name)
      );
    `,
  },
]
