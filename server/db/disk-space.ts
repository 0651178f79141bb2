import { statfs } from "node:fs/promises"
import { Effect, type Scope } from "effect"
import type { Connection, Engine } from "./db.ts"
import { realPause } from "./outer-clocks.ts"

/** Bytes that are free where the data is. */
export type ReadFreeBytes = () => Promise<number>

/** With less, nothing is written: the embedded engine does not return from a write that fails. */
export const FREE_MIN_BYTES = 64 * 1024 * 1024
const READ_EVERY_MS = 1_000

/** The disk has no room for what a statement writes. SQLSTATE disk_full. */
export class DiskFull extends Error {
  readonly code = "53100"
}

/** Free bytes of a folder's disk for this user. */
export const freeBytesOf =
  (folder: string): ReadFreeBytes =>
  async () => {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  }

/**
 * Watches the free space, once a second while the scope is open. The result throws `DiskFull` while
 * there is too little. A disk that cannot be asked counts as it was.
 */
export const watchDiskSpace = Effect.fnUntraced(function* (
  read: ReadFreeBytes,
): Effect.fn.Return<() => void, never, Scope.Scope> {
  let freeBytes = Number.POSITIVE_INFINITY
  const look = Effect.promise(() =>
    read().then(
      (bytes) => {
        freeBytes = bytes
      },
      () => undefined,
    ),
  )
  yield* look
  yield* Effect.forkScoped(Effect.forever(Effect.andThen(realPause(READ_EVERY_MS), look)))
  return () => {
    if (freeBytes < FREE_MIN_BYTES)
      throw new DiskFull(`The disk is almost full: ${Math.floor(freeBytes / 1024 / 1024)} MB are left.`)
  }
})

const reading = /^\s*(select|begin|commit|rollback)\b/i
const tables = /^\s*with\b/i
const writing = /\b(insert|update|delete|merge)\b/i

/** Whether a statement writes nothing. One that names its tables first may write in each of them. */
const isHarmless = (sql: string): boolean => reading.test(sql) || (tables.test(sql) && !writing.test(sql))

const guarded = (connection: Connection, requireSpace: () => void): Connection => ({
  run: async (sql, params) => {
    if (!isHarmless(sql)) requireSpace()
    return connection.run(sql, params)
  },
  script: async (sql) => {
    requireSpace()
    await connection.script(sql)
  },
})

/** An engine that refuses writes while `requireSpace` throws. */
export const refuseWithoutSpace = (engine: Engine, requireSpace: () => void): Engine => ({
  ...engine,
  borrow: (use, isLimited) =>
    engine.borrow((connection) => use(guarded(connection, requireSpace)), isLimited),
})
