import type { Layer } from "effect"
import { describe, inject } from "vitest"
import type { Db } from "../../server/db/db.ts"
import { memoryDatabase } from "./database.ts"
import { postgresDatabase } from "./postgres-database.ts"

export interface Ground {
  readonly name: string
  /** False if this machine has no such engine. */
  readonly isFound: boolean
  /** A new database with the whole schema. */
  readonly database: Layer.Layer<Db>
}

/** The engines that a test in virtual time runs on. */
export const grounds = (): ReadonlyArray<Ground> => {
  const url = inject("postgresUrl")
  return [
    { name: "embedded", isFound: true, database: memoryDatabase },
    { name: "postgresql", isFound: url !== null, database: postgresDatabase(url ?? "") },
  ]
}

/** Describes tests of what PostgreSQL alone does. Without one they are skipped and counted. */
export const onPostgresql = (title: string, body: (database: Layer.Layer<Db>) => void): void => {
  for (const { name, isFound, database } of grounds())
    if (name === "postgresql") describe.skipIf(!isFound)(`${title} [postgresql]`, () => body(database))
}
