/** Commands that open the database themselves, where no server runs on it. */
import { Cause, Effect, Exit, Predicate } from "effect"
import { backupSeal, makeVault, readSecretFile } from "../core/vault.ts"
import { grantApplication } from "../db/application-role.ts"
import { BackupRefused } from "../db/backup-file.ts"
import { type DatabaseAddress, databaseLayer } from "../db/database.ts"
import type { Db } from "../db/db.ts"
import { migrate } from "../db/migrations.ts"
import { restoreBackup } from "../db/restore.ts"
import { reportBooks } from "./backup-commands.ts"
import { type Failure, printableFailure } from "./command.ts"

/** What a command without a server came to: a sentence for the operator, and whether it is done. */
interface Ended {
  readonly isDone: boolean
  readonly text: string
}

const isFailure = (error: unknown): error is Failure =>
  Predicate.hasProperty(error, "message") && typeof error.message === "string"

/** Runs a command on a database that it opens for itself. */
const runAlone = async (
  address: DatabaseAddress,
  work: Effect.Effect<string, unknown, Db>,
): Promise<Ended> => {
  const exit = await Effect.runPromiseExit(Effect.provide(work, databaseLayer(address)))
  if (Exit.isSuccess(exit)) return { isDone: true, text: exit.value }
  const failure = exit.cause.reasons.find((reason) => reason._tag === "Fail")
  const error = failure?.error
  return { isDone: false, text: isFailure(error) ? printableFailure(error) : Cause.pretty(exit.cause) }
}

/**
 * Migrates a database without a server, as its owner, and grants a role what servers need. For sites
 * whose servers may not change the schema.
 */
export const migrateDatabase = (address: DatabaseAddress, role: string | null) =>
  runAlone(
    address,
    Effect.gen(function* () {
      const count = yield* migrate()
      if (role !== null) yield* grantApplication(role)
      const granted =
        role === null ? "" : ` The role ${role} reads and adds rows; postings and events it cannot change.`
      return `Migrations run: ${count}.${granted}`
    }),
  )

/**
 * Fills an empty database from a backup and checks it, without a server. `secret`: that of the server
 * that made the backup. `isUnsealed` takes a file that no secret vouches for.
 */
export const restore = (
  address: DatabaseAddress,
  file: string,
  { secret, isUnsealed }: { readonly secret: Uint8Array | null; readonly isUnsealed: boolean },
) =>
  runAlone(
    address,
    Effect.gen(function* () {
      const known = secret ?? readSecretFile(address.dataDir)
      if (known === null && !isUnsealed)
        return yield* new BackupRefused({
          message:
            "Give the SECRET, or put the secret.key of the original into DATA_DIR: it shows whether the backup was altered. --unsealed restores without it.",
        })
      const seal = known === null || isUnsealed ? null : backupSeal(makeVault(known))
      const { rows, upgrades, atMs } = yield* restoreBackup(file, seal)
      const restored = `${rows} rows of ${new Date(atMs).toISOString()}; migrations of this release run: ${upgrades}.`
      return `${restored}\n${yield* reportBooks()}\nStart the server with the SECRET, or the files secret.key and market.key, of the original.`
    }),
  )
