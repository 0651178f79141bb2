import { dirname } from "node:path"
import { Effect, Layer } from "effect"
import { markReady, prepareDirectory } from "./data-directory.ts"
import { Db, DbUnavailable, makeDb } from "./db.ts"
import { freeBytesOf, type ReadFreeBytes, refuseWithoutSpace, watchDiskSpace } from "./disk-space.ts"
import { ENGINE_LIMITS, type EngineLimits, superviseEngine } from "./embedded-engine.ts"
import { openEngineThread } from "./engine-thread.ts"

const openingFailed = (thrown: unknown) =>
  new DbUnavailable({ message: `The embedded database cannot be opened: ${thrown}`, outcome: "none" })

/**
 * The embedded engine in a thread of its own. It has one connection, so statements outside a
 * transaction wait for the running transaction. It survives kill -9 but never calls fsync: a power
 * failure may lose the last moments. On an almost full disk it refuses to write, and reads. While
 * its thread answers nothing, every call is refused; a thread that stays silent is replaced.
 */
export const embeddedLayer = (
  directory: string,
  limits: EngineLimits = ENGINE_LIMITS,
  readFreeBytes: ReadFreeBytes = freeBytesOf(dirname(directory)),
): Layer.Layer<Db, DbUnavailable> =>
  Layer.effect(
    Db,
    Effect.gen(function* () {
      const open = async () => {
        await prepareDirectory(directory)
        const engine = await superviseEngine(() => openEngineThread(directory), limits)
        markReady(directory)
        return engine
      }
      const engine = yield* Effect.acquireRelease(
        Effect.tryPromise({ try: open, catch: openingFailed }),
        (opened) => Effect.promise(opened.close),
      )
      const requireSpace = yield* watchDiskSpace(readFreeBytes)
      return makeDb(refuseWithoutSpace(engine, requireSpace))
    }),
  )
