import { Effect, Layer } from "effect"
import type { Db } from "../../server/db/db.ts"
import { migrate } from "../../server/db/migrations.ts"
import { postgresLayer } from "../../server/db/postgres.ts"
import { createDatabase } from "./postgres.ts"

/** A fresh database of a PostgreSQL with the whole schema, dropped afterwards. */
export const postgresDatabase = (clusterUrl: string): Layer.Layer<Db> =>
  Layer.orDie(
    Layer.unwrap(
      Effect.map(
        Effect.acquireRelease(
          Effect.promise(() => createDatabase(clusterUrl)),
          (database) => Effect.promise(() => database.drop()),
        ),
        ({ url }) => Layer.provideMerge(Layer.effectDiscard(migrate()), postgresLayer(url)),
      ),
    ),
  )
