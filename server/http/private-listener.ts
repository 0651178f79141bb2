import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { Context, Effect, Layer, Metric } from "effect"
import { PrometheusMetrics } from "effect/observability"
import type { Config, PrivateAddress } from "../config.ts"
import { metrics } from "../core/metrics.ts"
import { Db } from "../db/db.ts"
import { Market } from "../market/market.ts"
import { commonHeaders, setHeaders } from "./headers.ts"
import { makeDatabaseProbe, serveHealth } from "./health.ts"
import { ListenRefused } from "./listener.ts"

const METRICS_PREFIX = "financial_links"

/** Reads what is measured at the time of asking. Reads of the database have its deadline. */
const readGauges = (services: Context.Context<Db | Market>, probe: ReturnType<typeof makeDatabaseProbe>) => {
  const delay = monitorEventLoopDelay()
  delay.enable()
  const { leadership, nowMs, quoteBook } = Context.get(services, Market)
  const db = Context.get(services, Db)
  return Effect.gen(function* () {
    const { notReady, isReadOnly } = yield* Effect.promise(probe)
    const isUp = notReady === null
    yield* Metric.update(metrics.databaseUp, isUp ? 1 : 0)
    yield* Metric.update(metrics.isReadOnly, isReadOnly ? 1 : 0)
    yield* Metric.update(metrics.bookDifferences, 0)
    yield* Metric.update(metrics.isLeader, leadership() === null ? 0 : 1)
    const oldestMs = Math.min(...quoteBook.quotes().map(({ atMs }) => atMs))
    if (Number.isFinite(oldestMs)) yield* Metric.update(metrics.quoteAge, (nowMs() - oldestMs) / 1_000)
    // listed from the start, before the first finding
    yield* Metric.update(metrics.clockFindings, 0)
    yield* Metric.update(metrics.memory, process.memoryUsage.rss())
    yield* Metric.update(metrics.eventLoopDelay, delay.percentile(99) / 1e9)
    delay.reset()
    if (!isUp) return
    const rows = yield* db.sql<{ count: bigint }>("select count(*) as count from settlement_holds")
    yield* Metric.update(metrics.deadLetters, Number(rows[0]?.count ?? 0n))
  }).pipe(Effect.ignore)
}

const serve = (services: Context.Context<Db | Market>) => {
  const probe = makeDatabaseProbe(services)
  const gauges = readGauges(services, probe)
  const health = serveHealth(probe)
  const run = Effect.runPromiseWith(services)
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = URL.parse(request.url ?? "/", "http://localhost")
    setHeaders(response, commonHeaders(false))
    if (request.method !== "GET") return void response.writeHead(405, { allow: "GET" }).end()
    if (url === null) return void response.writeHead(400).end()
    if (await health({ request, response, url, address: "", requestId: "" })) return
    if (url.pathname !== "/metrics") return void response.writeHead(404).end()
    const text = await run(Effect.andThen(gauges, PrometheusMetrics.format({ prefix: METRICS_PREFIX })))
    response.writeHead(200, { "content-type": "text/plain; version=0.0.4; charset=utf-8" }).end(text)
  }
}

/** Serves metrics and probes on the private port, for the operator's network only. */
export const privateListenerLayer = ({
  host,
  port,
}: PrivateAddress): Layer.Layer<never, ListenRefused, Config | Db | Market> =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const services = yield* Effect.context<Db | Market>()
      const answer = serve(services)
      yield* Effect.acquireRelease(
        Effect.callback<ReturnType<typeof createServer>, ListenRefused>((resume) => {
          const server = createServer((request, response) => void answer(request, response))
          server.on("error", (error) =>
            resume(
              Effect.fail(
                new ListenRefused({ message: `METRICS_PORT ${port} cannot be opened: ${error.message}.` }),
              ),
            ),
          )
          server.listen(port, host, () => resume(Effect.succeed(server)))
        }),
        (server) =>
          Effect.sync(() => {
            server.close()
            server.closeAllConnections()
          }),
      )
    }),
  )
