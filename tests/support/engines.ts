import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, inject } from "vitest"
import { prepareDataDir } from "./database.ts"
import { createDatabase, type Database } from "./postgres.ts"

/** Storage for one server's data, on one of the two engines. */
export interface Store {
  /** What the server is configured with: DATA_DIR, or DATA_DIR and DATABASE_URL. */
  readonly env: Readonly<Record<string, string>>
  /** Removes everything; stop the servers first. */
  readonly remove: () => Promise<void>
}

/** A supported database engine. */
export interface Engine {
  readonly name: "embedded" | "postgresql"
  /** Opens a new, empty store. */
  readonly openStore: () => Promise<Store>
}

function temporaryFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), "links-data-"))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** The engine inside the server's own process. */
export const embedded: Engine = {
  name: "embedded",
  openStore: async () => {
    const folder = temporaryFolder()
    await prepareDataDir(folder.path)
    // An empty address, so that one in the tester's environment is not taken.
    return { env: { DATA_DIR: folder.path, DATABASE_URL: "" }, remove: async () => folder.remove() }
  },
}

/** Any engine that speaks PostgreSQL's protocol, in a database of its own of that cluster. */
export function postgresql(
  clusterUrl: string,
  create: (clusterUrl: string) => Promise<Database> = createDatabase,
): Engine {
  return {
    name: "postgresql",
    openStore: async () => {
      const folder = temporaryFolder()
      const database = await create(clusterUrl)
      const remove = async (): Promise<void> => {
        await database.drop()
        folder.remove()
      }
      return { env: { DATA_DIR: folder.path, DATABASE_URL: database.url }, remove }
    },
  }
}

/** Describes tests for the embedded engine alone. */
export const onEmbedded = (title: string, body: (engine: Engine) => void): void =>
  void describe(`${title} [embedded]`, () => body(embedded))

const onPostgresql = (title: string, tags: string[], body: (engine: Engine) => void): void => {
  const url = inject("postgresUrl")
  describe.skipIf(url === null)(`${title} [postgresql]`, { tags }, () => body(postgresql(url ?? "")))
}

/** Describes the same tests for each engine. Without PostgreSQL its half is skipped and counted. */
export function forEachEngine(title: string, body: (engine: Engine) => void): void {
  onEmbedded(title, body)
  onPostgresql(title, [], body)
}

/**
 * The same where no two transactions meet and the statements are plain: PostgreSQL's half is
 * exhaustive.
 */
export function forEachEngineInTurn(title: string, body: (engine: Engine) => void): void {
  onEmbedded(title, body)
  onPostgresql(title, ["exhaustive"], body)
}
