import { mkdirSync } from "node:fs"
import { dirname } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { Effect, Layer, Schema } from "effect"

/** Another running process holds the data folder. */
export class DirectoryTaken extends Schema.TaggedError<DirectoryTaken>()("DirectoryTaken", {
  message: Schema.String,
}) {}

/**
 * Locks a folder for this process until the scope closes or the process ends. The lock is SQLite's
 * exclusive file lock, which the operating system releases: a killed process leaves nothing behind,
 * and of two processes that start at once exactly one gets it. The lock file is beside the
 * engine's directory, never in it.
 */
export const holdDirectory = (lockFile: string): Layer.Layer<never, DirectoryTaken> =>
  Layer.effectDiscard(
    Effect.acquireRelease(Effect.try({ try: () => take(lockFile), catch: refused(lockFile) }), (held) =>
      Effect.sync(() => held.close()),
    ),
  )

const take = (lockFile: string): DatabaseSync => {
  mkdirSync(dirname(lockFile), { recursive: true, mode: 0o700 })
  const file = new DatabaseSync(lockFile, { timeout: 0 })
  try {
    file.exec("pragma locking_mode = exclusive; pragma journal_mode = memory; begin exclusive")
    return file
  } catch (thrown) {
    file.close()
    throw thrown
  }
}

const busy = 5

const refused =
  (lockFile: string) =>
  (thrown: unknown): DirectoryTaken => {
    const isTaken = typeof thrown === "object" && thrown !== null && Reflect.get(thrown, "errcode") === busy
    const folder = dirname(lockFile)
    return new DirectoryTaken({
      message: isTaken
        ? `The data folder ${folder} is in use by another running server.`
        : `The data folder ${folder} cannot be used: ${thrown instanceof Error ? thrown.message : thrown}.`,
    })
  }
