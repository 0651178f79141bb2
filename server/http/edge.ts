import { randomUUID } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import { Cause, Context, Effect, Layer } from "effect"
import type { EndpointId } from "../../src/contract/endpoints.ts"
import { Config, type Settings } from "../config.ts"
import { type SiteHints, watchSite } from "../content/site.ts"
import type { Handlers } from "../core/handler.ts"
import { refusal } from "../core/refusal.ts"
import type { Db } from "../db/db.ts"
import type { Market } from "../market/market.ts"
import type { Sessions } from "../members/sessions.ts"
import { pagesFolder } from "../paths.ts"
import { type StreamHandler, serveUpgrades } from "../stream/upgrade.ts"
import { type HttpExchange, refuseUnlessRead, sendRefusal, serveApi } from "./api.ts"
import { serveBrand, serveManifest } from "./brand.ts"
import { commonHeaders, rawAnswer, setHeaders } from "./headers.ts"
import { makeDatabaseProbe, serveHealth } from "./health.ts"
import { sendJson } from "./json.ts"
import { Listener } from "./listener.ts"
import { openApiDocument } from "./openapi.ts"
import { isPageNavigation, servePages } from "./pages.ts"
import { hostOf } from "./rate-limiter.ts"
import { serveStatements } from "./statement-file.ts"
import { serveLogFiles } from "./tick-log-files.ts"
import { serveUploads, type UploadServices } from "./uploads.ts"
import { serveWebhooks } from "./webhooks.ts"

export type EdgeServices = Db | Config | Market | Sessions | StreamHandler | UploadServices | Listener

/**
 * Paths of the API. An unknown one gets a typed refusal, and the app's page only when a browser
 * navigates to it.
 */
const isApiPath = (pathname: string): boolean => /^\/(api|files|wechat|login)(\/|$)/.test(pathname)

type Serve = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** Wraps the request handler, for fault injection. `end` releases held connections at shutdown. */
export type Middleware = (origin: string, serve: Serve) => { readonly serve: Serve; readonly end: () => void }

const passThrough: Middleware = (_origin, serve) => ({ serve, end: () => {} })

/**
 * Serves the contract, uploads, the quote stream and the pages on the open port while the scope is
 * open.
 */
export const edgeLayer = <R>(
  handlers: Handlers<EndpointId, R>,
  middleware: Middleware = passThrough,
): Layer.Layer<never, never, R | EdgeServices> =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const services = yield* Effect.context<R | EdgeServices>()
      const settings = Context.get(services, Config)
      const { server, url, shutdown } = Context.get(services, Listener)
      const hints = yield* watchSite
      const headers = commonHeaders(settings.publicUrl?.startsWith("https:") ?? false)
      const { serve, end } = middleware(url, makeServe(handlers, services, settings, hints))
      const onRequest = (request: IncomingMessage, response: ServerResponse) => {
        setHeaders(response, headers)
        if (shutdown.admit(request, response)) void serve(request, response)
      }
      yield* Effect.acquireRelease(
        Effect.sync(() => {
          server.on("request", onRequest)
          const hostOfRequest = (request: IncomingMessage) => hostOf(addressOf(request, settings.trustProxy))
          return serveUpgrades(server, originsAllowed(settings, url), services, rawAnswer, hostOfRequest)
        }),
        // Stream clients reconnect by themselves and resume after their last event.
        (cutStreams) => {
          shutdown.begin()
          end()
          cutStreams()
          return Effect.promise(() => shutdown.closed)
        },
      )
    }),
  )

const makeServe = <R>(
  handlers: Handlers<EndpointId, R>,
  services: Context.Context<R | EdgeServices>,
  settings: Settings,
  hints: () => SiteHints,
): Serve => {
  const api = serveApi(handlers, services, settings)
  const uploads = serveUploads(services)
  const statements = serveStatements(services)
  const webhooks = serveWebhooks(services)
  const brand = serveBrand(services)
  const logFiles = serveLogFiles(services)
  const folder = settings.pagesDir ?? pagesFolder
  const manifest = serveManifest(services, folder)
  const pages = servePages(folder, hints)
  const health = serveHealth(makeDatabaseProbe(services))
  const log = Effect.runForkWith(services)
  const document = openApiDocument(settings.publicUrl)
  const answerData = async (arrival: HttpExchange): Promise<void> => {
    const { request, response } = arrival
    if ((await api(arrival)) || (await uploads(arrival)) || (await webhooks(arrival))) return
    if (await statements(arrival)) return
    if (isPageNavigation(request)) return pages(request, response)
    await sendRefusal(arrival, "code", refusal("request.not-found"))
  }
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = URL.parse(request.url ?? "/", "http://localhost")
    if (url === null) {
      response.writeHead(400, { "content-length": 0 }).end()
      return
    }
    const requestId = requestIdOf(request, settings.trustProxy)
    response.setHeader("x-request-id", requestId)
    const arrival = { request, response, url, requestId, address: addressOf(request, settings.trustProxy) }
    try {
      if (isApiPath(url.pathname)) return await answerData(arrival)
      if ((await refuseUnlessRead(arrival)) || (await health(arrival))) return
      if (url.pathname === "/openapi.json") return await sendJson(request, response, 200, document)
      if ((await brand(arrival)) || (await manifest(arrival)) || (await logFiles(arrival))) return
      return pages(request, response)
    } catch (thrown) {
      const where = `${request.method} ${url.pathname}`
      log(Effect.annotateLogs(Effect.logError(where, Cause.die(thrown)), { request: requestId }))
      if (response.headersSent) response.destroy()
      else await sendRefusal(arrival, "code", refusal("system.internal"))
    }
  }
}

const requestIdPattern = /^[\w-]{8,64}$/

/** The id that a trusted proxy gave the request, or a new one. */
const requestIdOf = (request: IncomingMessage, trustProxy: boolean): string => {
  const given = trustProxy ? request.headers["x-request-id"] : undefined
  return typeof given === "string" && requestIdPattern.test(given) ? given : randomUUID()
}

const addressOf = (request: IncomingMessage, trustProxy: boolean): string => {
  const forwarded = trustProxy ? request.headers["x-forwarded-for"] : undefined
  const last = [forwarded ?? []].flat().join(",").split(",").at(-1)?.trim() ?? ""
  return last === "" ? (request.socket.remoteAddress ?? "unknown") : last
}

const originsAllowed = (settings: Settings, url: string) => {
  const { port } = new URL(url)
  const own = ["localhost", "127.0.0.1", "[::1]"].map((host) => `http://${host}:${port}`)
  const given = [...settings.origins, ...(settings.publicUrl === null ? [] : [settings.publicUrl]), url]
  const allowed = new Set([...own, ...given.map((address) => new URL(address).origin)])
  return (origin: string): boolean => allowed.has(origin)
}
