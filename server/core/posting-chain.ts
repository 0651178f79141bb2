/**
 * The hash chain of the postings, one for each member. The statement that posts for a member holds the
 * lock of the member's balance row and links what it posts to the hash there:
 * `hash = SHA-256(hash before ‖ texts of the posted lines)`. The events of the statement carry the
 * new hash and the ids of their transactions, and their numbers are the order of the chain. So a posting
 * that is changed, removed or inserted later no longer fits its chain. What an operator did about the member
 * is a link of its own.
 */
import type { SliceCheck, Within } from "./slices.ts"

/** What a line's text consists of, by its columns. */
const LINE_COLUMNS = [
  ...["transaction_id", "line", "member_id", "account", "asset", "amount"],
  ...["balance_after", "code", "reason", "reference", "at_ms"],
]

/** The columns of a line as SQL, where they are not columns of the same name of `alias`. */
type LineColumns = Readonly<Record<string, string>>

/** SQL of a line's text. JSON tells where a column ends. */
export const lineTextSql = (alias: string, columns: LineColumns = {}): string =>
  `json_build_array(${LINE_COLUMNS.map((name) => columns[name] ?? `${alias}.${name}`).join(", ")})::text`

/** The parts of an operator's act (`server/core/operator-acts.ts`), by its event's columns. */
const ACT_COLUMNS = ["number", "subject", "to_state", "persons", "who", "why", "at_ms"] as const

/** SQL of an act's text. */
export const actTextSql = (columns: Readonly<Record<(typeof ACT_COLUMNS)[number], string>>): string =>
  `json_build_array(${ACT_COLUMNS.map((name) => columns[name]).join(", ")})::text`

/** SQL of the hash after `before` and the texts of what is posted; `before` if nothing is (null). */
export const nextHashSql = (before: string, texts: string): string =>
  `coalesce(sha256(${before} || convert_to(${texts}, 'UTF8')), ${before})`

/** The texts of a transaction's lines in a row, from the table. */
const transactionText = (transactionId: string) =>
  `(select string_agg(${lineTextSql("p")}, '' order by p.line) from postings p where p.transaction_id = ${transactionId})`

/**
 * Selects number and hash of the transactions of each member in `own (member_id, transaction_id)`, as the
 * migration took them over from earlier releases (`carried_postings`).
 */
const carriedSql = `
  select o.member_id, count(*) as transactions, sha256(string_agg(
    sha256(convert_to(${transactionText("o.transaction_id")}, 'UTF8')), ''::bytea order by o.transaction_id collate "C")) as hash
  from own o group by o.member_id`

/** Whether an event `e` is a link of the chain: it posted, or is an operator's act. */
const isLinkSql = "(e.transaction_id <> '' or e.kind = 'operator')"

/** The links in the slice; each act has a hash of its own. */
const linkedSql = (within: Within) => `
  select e.member_id, e.number, e.transaction_id, e.postings_hash, case when e.kind = 'operator' then ${actTextSql(
    {
      ...{ number: "e.number", subject: "e.subject", to_state: "e.to_state" },
      ...{ persons: "(e.changes->>'persons')::integer", who: "e.who", why: "e.why", at_ms: "e.at_ms" },
    },
  )} end as act from member_events e
  where ${within("e.member_id")} and ${isLinkSql}`

/** The links of each chain with the hash before each, which of a part's first is that of an earlier part. */
const linksSql = (within: Within) => `
  with links as (
    select member_id, postings_hash as hash, min(number) as number,
      string_agg(coalesce(e.act, ${transactionText("e.transaction_id")}, ''), '' order by number) as texts,
      (array_agg(link order by number))[1] as first_id, (array_agg(link order by number desc))[1] as last_id
    from (
      select l.*, coalesce(nullif(l.transaction_id, ''), 'event ' || l.number) as link from (${linkedSql(within)}) l
    ) e group by member_id, postings_hash
  )
  select l.*, coalesce(lag(l.hash) over (partition by l.member_id order by l.number), (
      select e.postings_hash from member_events e
      where e.member_id = l.member_id and ${isLinkSql} and e.number < l.number order by e.number desc limit 1
    ), c.hash, ''::bytea) as before
  from links l left join carried_postings c on c.member_id = l.member_id`

/** Transactions of members that no event of theirs has posted. */
const unlinkedSql = (within: Within) => `
  select distinct p.member_id, p.transaction_id from postings p left join (${linkedSql(within)}) e
    on e.member_id = p.member_id and e.transaction_id = p.transaction_id
  where ${within("p.member_id")} and e.number is null`

const hex = (hash: string) => `coalesce(encode(${hash}, 'hex'), 'none')`

export const chainChecks: ReadonlyArray<SliceCheck> = [
  {
    invariant: "C7 the hash chain of a member's postings holds",
    partedBy: "number",
    sql: (within) => `
      select member_id as member, first_id || case when last_id = first_id then '' else ' to ' || last_id end as subject,
        'hash ' || encode(sha256(before || convert_to(texts, 'UTF8')), 'hex') as found, ${hex("hash")} as expected
      from (${linksSql(within)}) l where hash is distinct from sha256(before || convert_to(texts, 'UTF8'))`,
  },
  {
    invariant: "C7 the hash chain of a member's postings ends at the balance",
    sql: (within) => `
      select b.member_id as member, 'hash of the balance' as subject, ${hex("b.postings_hash")} as found,
        ${hex("coalesce(e.hash, c.hash, ''::bytea)")} as expected
      from balances b left join carried_postings c on c.member_id = b.member_id left join lateral (
        select e.postings_hash as hash from member_events e
        where e.member_id = b.member_id and ${isLinkSql} order by e.number desc limit 1
      ) e on true
      where ${within("b.member_id")} and b.postings_hash <> coalesce(e.hash, c.hash, ''::bytea)`,
  },
]

/** What holds where the events of a member name each transaction of theirs. */
export const chainedChecks: ReadonlyArray<SliceCheck> = [
  {
    invariant: "C7 every posting is in the hash chain of its member",
    sql: (within) => `
      select u.member_id as member, u.transaction_id as subject, 'in no event' as found, 'in one' as expected
      from (${unlinkedSql(within)}) u left join carried_postings c on c.member_id = u.member_id where c.member_id is null`,
  },
  {
    invariant: "C7 the postings of earlier releases are as they were",
    sql: (within) => `
      with own as (${unlinkedSql(within)}), found as (${carriedSql})
      select coalesce(c.member_id, f.member_id) as member, 'carried postings' as subject,
        format('%s transactions, hash %s', coalesce(f.transactions, 0), ${hex("f.hash")}) as found,
        format('%s transactions, hash %s', c.transactions, ${hex("c.hash")}) as expected
      from (select * from carried_postings where ${within("member_id")}) c left join found f on f.member_id = c.member_id
      where f.hash is distinct from c.hash`,
  },
]
