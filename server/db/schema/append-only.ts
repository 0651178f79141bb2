import type { Migration } from "./foundation.ts"

/** Tables whose rows are only ever added: the ledger and every event. */
export const APPEND_ONLY = [
  "postings",
  "member_events",
  "operator_events",
  "payment_events",
  "carried_postings",
  "loss_rates",
  "liabilities",
  "knowledge_answers",
  "limit_promises",
  "execution_months",
] as const

/** SQL that lets the engine refuse changes of the rows of a table, of every role. */
export const appendOnlySql = (table: string): string => `
  drop trigger if exists append_only on ${table};
  create trigger append_only before update or delete or truncate on ${table}
    for each statement execute function refuse_change();`

/**
 * Rows of events and postings are never changed. A later migration that has to change some disables
 * the trigger by name and enables it again.
 */
export const appendOnlyMigrations: ReadonlyArray<Migration> = [
  {
    id: "append-only-001-triggers",
    sql: `
      create or replace function refuse_change() returns trigger language plpgsql as $refuse$
      begin
        raise exception '% of % is refused: its rows are only added', lower(tg_op), tg_table_name
          using errcode = 'insufficient_privilege';
      end
      $refuse$;
      ${["postings", "member_events", "operator_events", "payment_events"].map(appendOnlySql).join("")}
    `,
  },
]
