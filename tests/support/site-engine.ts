import { type Engine, embedded, postgresql } from "./engines.ts"
import { type Cluster, openPostgres } from "./postgres.ts"
import { createMigratedDatabase } from "./postgres-database.ts"

/**
 * PostgreSQL for the sites of a run's browser tests: it answers with a third of the CPU time that the embedded
 * engine takes. Null, for the embedded engine, where there is none.
 */
export const openSiteCluster = (): Promise<Cluster | null> => openPostgres()

/** The engine of the sites, by the cluster's address. */
export const siteEngine = (postgresUrl: string | null): Engine =>
  postgresUrl === null ? embedded : postgresql(postgresUrl, createMigratedDatabase)
