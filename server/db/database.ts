import { join } from "node:path"
import { Layer } from "effect"
import { holdDirectory } from "./directory-lock.ts"
import { embeddedLayer } from "./embedded-layer.ts"
import { postgresLayer } from "./postgres.ts"

/** Where a site's data is. */
export interface DatabaseAddress {
  /** Absolute. */
  readonly dataDir: string
  /** Null: the embedded database of the data folder. */
  readonly databaseUrl: string | null
}

/** The folder of the embedded database. */
export const embeddedFolder = ({ dataDir }: Pick<DatabaseAddress, "dataDir">): string =>
  join(dataDir, "database")

/** The database of a site. The embedded one belongs to one process at a time. */
export const databaseLayer = ({ databaseUrl, dataDir }: DatabaseAddress) =>
  databaseUrl === null
    ? embeddedLayer(embeddedFolder({ dataDir })).pipe(
        Layer.provide(holdDirectory(join(dataDir, "server.lock"))),
      )
    : postgresLayer(databaseUrl)
