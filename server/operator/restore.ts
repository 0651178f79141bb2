import { Cause, Effect, Exit, Predicate } from "effect"
import { type DatabaseAddress, databaseLayer } from "../db/database.ts"
import { restoreBackup } from "../db/restore.ts"
import { reportBooks } from "./backup-commands.ts"

/**
 * Fills an empty database from a backup and checks it, without a server. Returns a sentence for the
 * operator and whether every check holds.
 */
export const restore = async (
  address: DatabaseAddress,
  file: string,
): Promise<{ readonly isDone: boolean; readonly text: string }> => {
  const work = Effect.gen(function* () {
    const { rows, upgrades, atMs } = yield* restoreBackup(file)
    const restored = `${rows} rows of ${new Date(atMs).toISOString()}; migrations of this release run: ${upgrades}.`
    return `${restored}\n${yield* reportBooks()}\nStart the server with the SECRET, or the files secret.key and market.key, of the original.`
  })
  const exit = await Effect.runPromiseExit(Effect.provide(work, databaseLayer(address)))
  if (Exit.isSuccess(exit)) return { isDone: true, text: exit.value }
  const failure = exit.cause.reasons.find((reason) => reason._tag === "Fail")
  const isSentence = failure !== undefined && Predicate.hasProperty(failure.error, "message")
  return { isDone: false, text: isSentence ? String(failure.error.message) : Cause.pretty(exit.cause) }
}
