import type { TestProject } from "vitest/node"
import { openPostgres } from "./postgres.ts"

declare module "vitest" {
  export interface ProvidedContext {
    /** The run's PostgreSQL, or null if there is none. */
    postgresUrl: string | null
  }
}

/** One PostgreSQL for all server tests of a run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await openPostgres()
  if (cluster === null) {
    console.warn(
      "\n*** NO POSTGRESQL FOUND: everything that needs one is SKIPPED. Install it or set DATABASE_URL. ***\n",
    )
  }
  project.provide("postgresUrl", cluster?.url ?? null)
  return async () => cluster?.stop()
}
