import { Clock, Effect, Option, Schema } from "effect"
import { Db } from "../db/db.ts"

/**
 * Whether the site is open. Status 0 is closed; page_status 1 then redirects visitors to page_url.
 */
export const Website = Schema.Struct({
  status: Schema.Literals([0, 1]),
  page_status: Schema.Literals([0, 1]),
  page_url: Schema.String,
})
export type Website = typeof Website.Type

/** Contact details of customer service, set by the operator. */
export const CustomerService = Schema.Struct({
  name: Schema.String,
  url: Schema.NullOr(Schema.String),
  email: Schema.NullOr(Schema.String),
  hours: Schema.String,
})
export type CustomerService = typeof CustomerService.Type

/** Named links: where members can share their invitation link, and outside pages. */
export const LinkList = Schema.Array(Schema.Struct({ name: Schema.String, url: Schema.String }))

/** The setting that holds a list of links. */
export const linkLists = { share: "share list", pages: "outside pages" } as const

/**
 * Reads a setting. An absent one yields the fallback; so does an unreadable one, which is logged.
 */
export const readSetting = Effect.fn("readSetting")(function* <A>(
  name: string,
  schema: Schema.Codec<A, unknown>,
  fallback: A,
) {
  const db = yield* Db
  const rows = yield* db.query<{ value: unknown }>("select value from settings where name = $1", [name])
  if (rows[0] === undefined) return fallback
  const decoded = Schema.decodeUnknownOption(schema)(rows[0].value)
  if (Option.isSome(decoded)) return decoded.value
  yield* Effect.logWarning("A setting could not be read and its default stands.", { name })
  return fallback
})

/** Writes a setting. */
export const writeSetting = Effect.fn("writeSetting")(function* (name: string, value: unknown) {
  const db = yield* Db
  const atMs = yield* Clock.currentTimeMillis
  yield* db.execute(
    `insert into settings (name, value, changed_at_ms) values ($1, $2::jsonb, $3)
     on conflict (name) do update set value = excluded.value, changed_at_ms = excluded.changed_at_ms`,
    [name, JSON.stringify(value), atMs],
  )
})
