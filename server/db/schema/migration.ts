/**
 * One step of the schema. `id` is written down for good once it has run: a step that has been released is never edited,
 * a further step is added. Every statement says `if not exists`, for engines whose DDL is not transactional.
 */
export interface Migration {
  readonly id: string
  readonly sql: string
}
