import { Context, Effect, Formatter, Layer, Logger, ManagedRuntime } from "effect"
import { FetchHttpClient } from "effect/http"
import { Otlp, OtlpSerialization } from "effect/observability"
import { Config, type LogFormat, type Settings } from "./config.ts"
import { seedSite } from "./content/seed/seed.ts"
import { MarketLabel } from "./content/site.ts"
import { ImageBucket, makeBucket } from "./core/bucket.ts"
import { removeUnusedImages } from "./core/images.ts"
import { foldInvitationChanges } from "./core/invitation-counts.ts"
import { logFailure } from "./core/log-failure.ts"
import { removeExpiredVoids } from "./core/operations.ts"
import { runStatistics } from "./core/planner-statistics.ts"
import { supervise } from "./core/supervise.ts"
import { vaultLayer } from "./core/vault.ts"
import { databaseLayer } from "./db/database.ts"
import type { Db, DbUnavailable } from "./db/db.ts"
import { migrate } from "./db/migrations.ts"
import { endpointHandlers } from "./endpoints.ts"
import { faultCommands } from "./fault-injection/commands.ts"
import { makeFaultInjector } from "./fault-injection/fault-injector.ts"
import { withHttpFaults } from "./fault-injection/http-faults.ts"
import { withStreamFaults } from "./fault-injection/stream-faults.ts"
import { edgeLayer } from "./http/edge.ts"
import { Listener, listenerLayer } from "./http/listener.ts"
import { privateListenerLayer } from "./http/private-listener.ts"
import { runTileBuilding } from "./market/build-tiles.ts"
import { MarketConfig, type MarketSettings } from "./market/config.ts"
import { runExecution } from "./market/execution.ts"
import { runAlerts } from "./market/fire-alerts.ts"
import { runLiabilities } from "./market/liabilities.ts"
import { runLossRate } from "./market/loss-rate.ts"
import { Market, marketLayer } from "./market/market.ts"
import { MarketKey, marketKeyLayer } from "./market/market-key.ts"
import { runPacking } from "./market/pack-journal.ts"
import { Products } from "./market/products.ts"
import { publishedLicences, publishedSources, publishedUnits } from "./market/published-series.ts"
import { Statistics } from "./market/statistics.ts"
import { type DemoLogin, prepareDemo } from "./members/demo.ts"
import { GuessLimits } from "./members/guess-limiter.ts"
import { removeOldLogins } from "./members/logins.ts"
import { claimSkeletons } from "./members/members.ts"
import { Passwords } from "./members/password.ts"
import { markOldPhotographs } from "./members/real-name.ts"
import { Sessions } from "./members/sessions.ts"
import { WeChatSignature } from "./members/wechat.ts"
import { runAutomaticReviewer } from "./operator/automatic-reviewer.ts"
import { operatorCommands } from "./operator/commands.ts"
import { runContinuousCheck } from "./operator/continuous-check.ts"
import { operatorLayer } from "./operator/socket.ts"
import { OrderWriter } from "./orders/order-writer.ts"
import { runRateFeed } from "./payments/rates.ts"
import { joinProcesses } from "./process-registry.ts"
import { runPushDelivery } from "./push/deliver-notices.ts"
import { pushKeyLayer } from "./push/push-key.ts"
import { runSettlement } from "./settlement/worker.ts"
import { quoteStreamLayer } from "./stream/quote-stream.ts"

export interface RunningApp {
  readonly url: string
  /** Null in the production profile. */
  readonly demo: DemoLogin | null
  /** Stops accepting requests, hands the lease over, answers what runs, and releases every resource. */
  readonly stop: () => Promise<void>
}

/** What a test provides in place of the server's own. */
export interface Surroundings {
  /** Default: the database of the settings. */
  readonly database?: Layer.Layer<Db, DbUnavailable>
  /** `Clock` and `OuterClocks`. Default: the real time. */
  readonly time?: Layer.Layer<never>
}

const sweepEvery = "10 minutes"

/** The settings with the port that was actually opened. */
const configOf = (settings: Settings) =>
  Layer.effect(
    Config,
    Effect.map(Listener, ({ port }) => Config.of({ ...settings, port })),
  )

const marketLabelOf = ({ feed, live, dayMs, frameMs, leverageWaitMs }: MarketSettings) =>
  Layer.effect(
    MarketLabel,
    Effect.map(MarketKey, (key) => ({
      simulated: feed === "replay",
      source: feed === "replay" ? publishedSources : new URL(live.url).host,
      priceUnits:
        feed === "replay"
          ? publishedUnits
          : Object.fromEntries(live.symbols.map((symbol) => [symbol, live.currency])),
      licence: feed === "replay" ? publishedLicences : "",
      dayMs,
      frameMs,
      key: key.publicText,
      ...(leverageWaitMs !== null && { knowledgeCheck: true }),
    })),
  )

/** A background worker that runs as long as the server and is restarted after a defect. */
const background = <R>(name: string, work: Effect.Effect<unknown, never, R>) =>
  Layer.effectDiscard(Effect.forkScoped(supervise(name, work)))

const sweeper = Effect.gen(function* () {
  const { sweep } = yield* Sessions
  const swept = Effect.catch(
    Effect.all([
      sweep,
      markOldPhotographs(),
      removeUnusedImages(),
      removeExpiredVoids(),
      removeOldLogins(),
      foldInvitationChanges(),
    ]),
    (error) => logFailure("Expired sessions, keys and unused images are removed later", error),
  )
  yield* Effect.forever(Effect.andThen(Effect.sleep(sweepEvery), swept))
})

const marketRunner = Effect.flatMap(Market, (market) => market.run)

/** Everything the handlers and the operator commands need, lowest layer first. */
const servicesOf = (settings: Settings, market: MarketSettings, { database }: Surroundings) => {
  // one layer, so that the key is read once
  const marketKey = Layer.provide(marketKeyLayer, configOf(settings))
  return Layer.mergeAll(
    Statistics.layer,
    Products.layer,
    OrderWriter.layer,
    Sessions.layer,
    pushKeyLayer,
  ).pipe(
    Layer.provideMerge(vaultLayer),
    Layer.provideMerge(marketLayer),
    Layer.provideMerge(
      Layer.effectDiscard(
        migrate().pipe(
          Effect.andThen(joinProcesses),
          Effect.andThen(claimSkeletons()),
          Effect.andThen(seedSite()),
        ),
      ),
    ),
    Layer.provideMerge(
      Layer.mergeAll(
        database ?? databaseLayer(settings),
        configOf(settings),
        Layer.succeed(MarketConfig, market),
        marketKey,
        Layer.provide(marketLabelOf(market), marketKey),
        Passwords.layer,
        GuessLimits.layer,
        WeChatSignature.layer,
      ),
    ),
    Layer.provideMerge(listenerLayer(settings)),
    Layer.provideMerge(imageBucketOf(settings)),
  )
}

const imageBucketOf = ({ imageBucket }: Settings) =>
  Layer.succeed(ImageBucket, imageBucket === null ? null : makeBucket(imageBucket))

const workersOf = (settings: Settings) =>
  Layer.mergeAll(
    background("sweeper", sweeper),
    background("market", marketRunner),
    background("settlement", runSettlement),
    background("price alerts", runAlerts),
    background("push delivery", runPushDelivery),
    background("packing", runPacking),
    background("log tiles", runTileBuilding),
    background("planner statistics", runStatistics),
    background("check of the books", runContinuousCheck),
    background("loss rate", runLossRate),
    background("execution figures", runExecution),
    background("liabilities", runLiabilities),
    settings.rateFeed === null ? Layer.empty : background("rate feed", runRateFeed),
    settings.profile === "demo" ? background("automatic reviewer", runAutomaticReviewer) : Layer.empty,
  )

const privateEdgeOf = ({ metrics }: Settings) =>
  metrics === null ? Layer.empty : privateListenerLayer(metrics)

/** Sends traces and metrics by OTLP when it is configured. */
const telemetryOf = ({ otlpUrl }: Settings) =>
  otlpUrl === null
    ? Layer.empty
    : Otlp.layer({
        baseUrl: otlpUrl,
        resource: { serviceName: "financial-links" },
        loggerMergeWithExisting: true,
      }).pipe(Layer.provide(Layer.merge(FetchHttpClient.layer, OtlpSerialization.layerJson)))

/**
 * One JSON object a line: time, level, message, cause and what annotates it, such as `request` and
 * `member`.
 */
const jsonLines = Logger.withConsoleLog(
  Logger.map(Logger.formatStructured, ({ timestamp, level, message, cause, annotations }) =>
    Formatter.formatJson({
      ...annotations,
      time: timestamp,
      level: level.toLowerCase(),
      message,
      ...(cause === undefined ? {} : { cause }),
    }),
  ),
)

/** Writes the log to standard output: JSON for machines, or text. */
const loggingLayer = (format: LogFormat): Layer.Layer<never> =>
  Logger.layer([format === "json" ? jsonLines : Logger.defaultLogger])

/** The demo login and the address. Available once all other layers are built. */
class Ready extends Context.Service<Ready, Pick<RunningApp, "url" | "demo">>()(
  "financial-links/server/Ready",
) {
  static readonly layer = Layer.effect(
    Ready,
    Effect.gen(function* () {
      const { url } = yield* Listener
      return Ready.of({ url, demo: yield* prepareDemo() })
    }),
  )
}

/** The HTTP edge and the operator socket; with fault injection in front of both when configured. */
const edgesOf = ({ faultInjection }: Settings) => {
  if (!faultInjection)
    return Layer.mergeAll(
      edgeLayer(endpointHandlers).pipe(Layer.provide(quoteStreamLayer)),
      operatorLayer(operatorCommands),
    )
  const faults = makeFaultInjector()
  const edge = edgeLayer(endpointHandlers, (origin, serve) => withHttpFaults(faults, origin, serve))
  return Layer.mergeAll(
    edge.pipe(Layer.provide(withStreamFaults(faults, quoteStreamLayer))),
    operatorLayer([...operatorCommands, ...faultCommands(faults)]),
  )
}

/**
 * Starts a server and resolves once it serves requests. Rejects with a tagged error when the port,
 * the data folder or the database is unavailable; its message is one sentence for the operator.
 */
export const startApp = async (
  settings: Settings,
  market: MarketSettings,
  surroundings: Surroundings = {},
): Promise<RunningApp> => {
  // The workers end before the edges, so that another process takes the market over while this one
  // still answers.
  const app = Layer.merge(workersOf(settings), privateEdgeOf(settings)).pipe(
    Layer.provideMerge(edgesOf(settings)),
    Layer.provideMerge(Ready.layer),
    Layer.provideMerge(servicesOf(settings, market, surroundings)),
    Layer.provideMerge(telemetryOf(settings)),
    Layer.provideMerge(loggingLayer(settings.logFormat)),
    Layer.provideMerge(surroundings.time ?? Layer.empty),
  )
  const runtime = ManagedRuntime.make(app)
  try {
    const [ready, { shutdown }] = await runtime.runPromise(Effect.all([Ready, Listener]))
    const stop = () => {
      shutdown.begin()
      return runtime.dispose()
    }
    return { ...ready, stop }
  } catch (thrown) {
    await runtime.dispose()
    throw thrown
  }
}
