import { Effect } from "effect"
import { grantApplication } from "../db/application-role.ts"
import type { DatabaseAddress } from "../db/database.ts"
import { migrate } from "../db/migrations.ts"
import { runAlone } from "./run-alone.ts"

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
