import { Effect } from "effect"
import { execute, sql, transaction } from "../db/db.ts"
import { databaseNowSql } from "../db/outer-clocks.ts"
import { BucketFailed, ImageBucket } from "./bucket.ts"
import { newId } from "./ids.ts"
import type { Image } from "./image-encoding.ts"
import { refusal } from "./refusal.ts"
import { SEAL_BYTES, Vault } from "./vault.ts"

/** An image that is stored, without its bytes. */
export interface StoredImage {
  readonly id: string
  readonly mediaType: string
  /** Bytes of the image itself. */
  readonly size: number
  /** False for one that an earlier release stored. */
  readonly isSealed: boolean
  readonly isInBucket: boolean
}

const withoutBucket = new BucketFailed({
  message: "The image bucket: an image is in it, and IMAGE_BUCKET is not set",
  reason: "refused",
})

/** A call is refused for now when the bucket fails, and an object that is gone is an unknown image. */
const refusedByBucket = <A, E, R>(work: Effect.Effect<A, E | BucketFailed, R>) =>
  Effect.catchIf(
    work,
    (error) => error instanceof BucketFailed,
    ({ reason, message }) =>
      Effect.andThen(
        reason === "unavailable" ? Effect.void : Effect.logError(message),
        refusal(reason === "missing" ? "upload.unknown" : "system.unavailable"),
      ),
  )

/**
 * Stores a member's image, sealed, and returns its id. In the bucket where there is one: the row is
 * there before the object, so that no object is ever without a row that leads to it. `requireRoom`
 * runs while no other image of the member is being stored.
 */
export const storeImage = Effect.fn("storeImage")(function* <E, R>(
  memberId: string,
  image: Image,
  requireRoom: Effect.Effect<void, E, R>,
) {
  const bucket = yield* ImageBucket
  const id = yield* newId
  const now = yield* databaseNowSql
  const sealed = sealImage(yield* Vault, id, image.bytes)
  const insert = execute(
    `insert into uploads (id, member_id, media_type, bytes, size, in_bucket, width, height, created_at_ms)
     values ($1, $2, $3, $4, $5, $6, $7, $8, ${now})`,
    [
      ...[
        id,
        memberId,
        image.mediaType,
        bucket === null ? sealed : null,
        image.bytes.length,
        bucket !== null,
      ],
      ...[image.width, image.height],
    ],
  )
  const lock = sql("select 1 from members where id = $1 for update", [memberId])
  yield* transaction(Effect.all([lock, requireRoom, insert], { discard: true }))
  if (bucket === null) return id
  const drop = execute(`update uploads set removed_at_ms = ${now} where id = $1`, [id])
  yield* refusedByBucket(Effect.tapError(bucket.put(id, sealed), () => Effect.ignore(drop)))
  return id
})

interface ImageRow {
  readonly id: string
  readonly media_type: string
  readonly size: number
  readonly is_sealed: boolean
  readonly in_bucket: boolean
}

const findSql = `select id, media_type, coalesce(size, octet_length(bytes)) as size, size is not null as is_sealed,
    in_bucket
  from uploads where id = $1 and removed_at_ms is null`

const storedImage = (row: ImageRow | undefined): StoredImage | null =>
  row === undefined
    ? null
    : {
        ...{ id: row.id, mediaType: row.media_type, size: row.size },
        ...{ isSealed: row.is_sealed, isInBucket: row.in_bucket },
      }

/** An image of this member. Null for an unknown id and for another member's image. */
export const findImage = Effect.fn("findImage")(function* (memberId: string, id: string) {
  return storedImage((yield* sql<ImageRow>(`${findSql} and member_id = $2`, [id, memberId]))[0])
})

const readStored = Effect.fnUntraced(function* ({ id, isInBucket }: StoredImage, from: number, size: number) {
  if (isInBucket) {
    const bucket = (yield* ImageBucket) ?? (yield* withoutBucket)
    return yield* bucket.read(id, from, size)
  }
  const rows = yield* sql<{ slice: Uint8Array }>(
    "select substring(bytes from $2::integer for $3::integer) as slice from uploads where id = $1",
    [id, from + 1, size],
  )
  return rows[0]?.slice ?? new Uint8Array()
})

/**
 * A slice of an image's bytes, so that no reader holds the whole of it in memory. Refuses
 * (`system.unavailable`, `upload.unknown`) where the bucket fails or has lost it.
 */
export const readImageSlice = Effect.fn("readImageSlice")(function* (image: StoredImage, index: number) {
  const place = image.isSealed ? placeOfSlice(index) : { from: index * SLICE_BYTES, size: SLICE_BYTES }
  const stored = yield* refusedByBucket(readStored(image, place.from, place.size))
  return image.isSealed ? openSlice(yield* Vault, image, index, stored) : stored
})

/** The whole image of any member, for operators. Null for an unknown id. */
export const readImage = Effect.fn("readImage")(function* (id: string) {
  const image = storedImage((yield* sql<ImageRow>(findSql, [id]))[0])
  if (image === null) return null
  const slices: Array<Uint8Array> = []
  for (let index = 0; index < sliceCount(image.size); index += 1)
    slices.push(yield* readImageSlice(image, index))
  return Buffer.concat(slices)
})

/** The number of images that this member has uploaded within a time, by the database's clock. */
export const countImages = Effect.fn("countImages")(function* (memberId: string, withinMs: number) {
  const now = yield* databaseNowSql
  const rows = yield* sql<{ count: bigint; leaves_in_ms: bigint | null }>(
    `select count(*) as count, min(created_at_ms) + $2::bigint - ${now} as leaves_in_ms from uploads
     where member_id = $1 and created_at_ms >= ${now} - $2::bigint`,
    [memberId, withinMs],
  )
  return { count: Number(rows[0]?.count ?? 0n), leavesInMs: Number(rows[0]?.leaves_in_ms ?? 0n) }
})

/**
 * Marks an image of the member as used by a record. False if the member has uploaded no such image.
 * Belongs in the transaction that inserts the record, so that the image is not removed meanwhile.
 */
export const claimImage = Effect.fn("claimImage")(function* (memberId: string, id: string) {
  const used = yield* execute(
    `update uploads set used_at_ms = coalesce(used_at_ms, ${yield* databaseNowSql})
     where id = $1 and member_id = $2 and removed_at_ms is null`,
    [id, memberId],
  )
  return used > 0
})

/** An image is removed when no record has used it after this time. */
const unusedForMs = 24 * 3_600_000
const removedAtOnce = 200

/**
 * Removes images that no record uses, and returns how many. Records of a process of an earlier
 * release leave no mark, so they are looked up as well. An image is first marked, so that no record
 * takes it; its row goes last, so that an object that could not be removed is tried again.
 */
export const removeUnusedImages = Effect.fn("removeUnusedImages")(function* () {
  const now = yield* databaseNowSql
  yield* execute(
    `update uploads u set removed_at_ms = ${now} where used_at_ms is null and removed_at_ms is null
       and created_at_ms < ${now} - $1::bigint
       and not exists (select 1 from deposits d where d.proof_image = u.id)
       and not exists (select 1 from real_names r where u.id in (r.front_image, r.back_image))`,
    [unusedForMs],
  )
  let removed = 0
  for (;;) {
    const rows = yield* sql<{ id: string; in_bucket: boolean }>(
      `select id, in_bucket from uploads where removed_at_ms is not null order by id limit ${removedAtOnce}`,
    )
    const inBucket = rows.filter(({ in_bucket }) => in_bucket)
    yield* Effect.forEach(inBucket, ({ id }) => removeObject(id), { concurrency: 8, discard: true })
    removed += yield* execute(
      "delete from uploads where removed_at_ms is not null and id = any($1::text[])",
      [rows.map(({ id }) => id)],
    )
    if (rows.length < removedAtOnce) return removed
  }
})

const removeObject = Effect.fnUntraced(function* (id: string) {
  const bucket = (yield* ImageBucket) ?? (yield* withoutBucket)
  yield* bucket.remove(id)
})

// The stored form of an image: slices of equal size, each sealed by itself, so that one can be read
// without the others. A slice is bound to its image and its place.

/** Bytes of an image in one slice; the last one is shorter. */
export const SLICE_BYTES = 128 * 1024

type Seals = Pick<Vault["Service"], "sealBytes" | "openBytes">

const purposeOf = (id: string, index: number, count: number): string =>
  `image ${id}, slice ${index} of ${count}`

export const sliceCount = (size: number): number => Math.max(1, Math.ceil(size / SLICE_BYTES))

export const sealImage = (vault: Seals, id: string, bytes: Uint8Array): Uint8Array => {
  const count = sliceCount(bytes.length)
  const slices = Array.from({ length: count }, (_, index) =>
    vault.sealBytes(
      bytes.subarray(index * SLICE_BYTES, (index + 1) * SLICE_BYTES),
      purposeOf(id, index, count),
    ),
  )
  return new Uint8Array(Buffer.concat(slices))
}

/** Where a sealed slice is stored. */
export const placeOfSlice = (index: number): { readonly from: number; readonly size: number } => ({
  from: index * (SLICE_BYTES + SEAL_BYTES),
  size: SLICE_BYTES + SEAL_BYTES,
})

/** Throws when the slice was altered, or is that of another image or place. */
export const openSlice = (
  vault: Seals,
  image: { readonly id: string; readonly size: number },
  index: number,
  sealed: Uint8Array,
): Uint8Array => vault.openBytes(sealed, purposeOf(image.id, index, sliceCount(image.size)))
