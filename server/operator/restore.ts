import { Effect } from "effect"
import type { DatabaseAddress } from "../db/database.ts"
import { restoreBackup } from "../db/restore.ts"
import { reportBooks } from "./backup-commands.ts"
import { runAlone } from "./run-alone.ts"

/** Fills an empty database from a backup and checks it, without a server. */
export const restore = (address: DatabaseAddress, file: string) =>
  runAlone(
    address,
    Effect.gen(function* () {
      const { rows, upgrades, atMs } = yield* restoreBackup(file)
      const restored = `${rows} rows of ${new Date(atMs).toISOString()}; migrations of this release run: ${upgrades}.`
      return `${restored}\n${yield* reportBooks()}\nStart the server with the SECRET, or the files secret.key and market.key, of the original.`
    }),
  )
