/** The work of the process that `server/main.ts` gives the demo's past to. */
import { Effect, Layer } from "effect"
import { Config, type Settings } from "../config.ts"
import { databaseLayer } from "../db/database.ts"
import { migrate } from "../db/migrations.ts"
import { MarketConfig, type MarketSettings } from "../market/config.ts"
import { marketKeyLayer } from "../market/market-key.ts"
import { Passwords } from "../members/password.ts"
import { makePast } from "./past.ts"

/** Gives the demo login of a new database its past, and closes the database. */
export const runPast = (settings: Settings, market: MarketSettings): Promise<void> =>
  Effect.runPromise(
    Effect.andThen(migrate(), makePast()).pipe(
      Effect.provide(marketKeyLayer),
      Effect.provide(
        Layer.mergeAll(
          databaseLayer(settings),
          Layer.succeed(Config, Config.of(settings)),
          Layer.succeed(MarketConfig, market),
          Passwords.layer,
        ),
      ),
    ),
  )
