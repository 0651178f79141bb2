import { cpSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, type Layer } from "effect"
import { type Db, sql } from "../../server/db/db.ts"
import { postgresLayer } from "../../server/db/postgres.ts"
import type { Store } from "./engines.ts"
import { findProblems, type Problems } from "./invariants.ts"
import { pgliteLayer } from "./pglite.ts"

/** Invariants and ids in a database, read without a server. */
export interface Books {
  /** Broken invariants, one sentence each. */
  readonly problems: Problems
  /** Ids of all contracts, deposits and withdrawals by member. */
  readonly idsOf: (memberId: string) => ReadonlySet<string>
}

interface IdRow {
  readonly member_id: string
  readonly id: string
}

const idsSql = `select member_id, id from orders union all select member_id, id from deposits
  union all select member_id, id from withdrawals`

const readBooks = Effect.gen(function* () {
  const problems = yield* findProblems
  const ids = new Map<string, Set<string>>()
  for (const { member_id, id } of yield* sql<IdRow>(idsSql)) {
    const known = ids.get(member_id) ?? new Set()
    ids.set(member_id, known.add(id))
  }
  return { problems, idsOf: (memberId: string) => ids.get(memberId) ?? new Set<string>() }
})

const read = (layer: Layer.Layer<Db, unknown>): Promise<Books> =>
  Effect.runPromise(Effect.orDie(Effect.provide(readBooks, layer)))

interface BooksOptions {
  /** No server opens the store again, so its own folder may be opened. */
  readonly isDiscarded?: boolean
}

/**
 * Opens the books of a store. The embedded engine allows one process, so a copy of its folder is
 * opened while no server runs. PostgreSQL is queried directly.
 */
export const openBooks = async ({ env }: Store, { isDiscarded }: BooksOptions = {}): Promise<Books> => {
  const { DATABASE_URL: url = "", DATA_DIR: dataDir = "" } = env
  if (url !== "") return await read(postgresLayer(url, 1))
  if (isDiscarded === true) return await read(pgliteLayer(join(dataDir, "database")))
  const copy = mkdtempSync(join(tmpdir(), "links-books-"))
  try {
    cpSync(dataDir, copy, { recursive: true, filter: (path) => !path.endsWith(".sock") })
    return await read(pgliteLayer(join(copy, "database")))
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}
