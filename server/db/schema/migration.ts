/**
 * One schema migration. `id` is recorded when it has run. A released migration is never edited; a
 * new one is added instead. Every statement says `if not exists`, for engines without transactional
 * DDL.
 */
export interface Migration {
  readonly id: string
  readonly sql: string
}
