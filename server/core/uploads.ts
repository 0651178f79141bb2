import { Clock, Effect } from "effect"
import { Db } from "../db/db.ts"
import { newId } from "./ids.ts"
import type { Image } from "./image.ts"

/** Stores a member's image and returns its id. */
export const storeImage = Effect.fn("uploads.keep")(function* (memberId: string, image: Image) {
  const db = yield* Db
  const id = newId()
  const nowMs = yield* Clock.currentTimeMillis
  yield* db.execute(
    `insert into uploads (id, member_id, media_type, bytes, width, height, created_at_ms)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [id, memberId, image.mediaType, image.bytes, image.width, image.height, nowMs],
  )
  return id
})

/** An image of this member. Null for an unknown id and for another member's image. */
export const findImage = Effect.fn("uploads.find")(function* (memberId: string, id: string) {
  const db = yield* Db
  const rows = yield* db.query<{ media_type: string; bytes: Uint8Array }>(
    "select media_type, bytes from uploads where id = $1 and member_id = $2",
    [id, memberId],
  )
  return rows[0] ?? null
})

/** The number of images that this member has uploaded since `sinceMs`. */
export const countImages = Effect.fn("uploads.count")(function* (memberId: string, sinceMs: number) {
  const db = yield* Db
  const rows = yield* db.query<{ count: bigint }>(
    "select count(*) as count from uploads where member_id = $1 and created_at_ms >= $2",
    [memberId, sinceMs],
  )
  return Number(rows[0]?.count ?? 0n)
})

/** True when the member has uploaded this image. Checks images that other requests refer to. */
export const ownsImage = Effect.fn("uploads.owns")(function* (memberId: string, id: string) {
  const db = yield* Db
  const rows = yield* db.query("select id from uploads where id = $1 and member_id = $2", [id, memberId])
  return rows.length > 0
})
