/** The API layer, loaded on demand so that it stays out of the login bundle. */

import { StorageUnavailable } from "@financial-links/journal"
import { type Context, Effect } from "effect"
import type { QuoteFrame } from "../../domain/stream-messages.ts"
import { runnable } from "../actors/effect-actor.ts"
import type { SecretStore } from "../actors/secrets.ts"
import type { ActorStreams } from "../journal/streams.ts"
import type { QuoteStore } from "../stream/quote-store.ts"
import type { Caller } from "./api-client.ts"
import type { DeviceStorage } from "./device-storage.ts"
import { dropEarlyCalls } from "./early-calls.ts"
import type { ListName, Rows } from "./load-list.ts"
import { createMarketTrust, type MarketTrust } from "./market-trust.ts"
import type { MarketTrustStore } from "./market-trust-store.ts"
import { createOfflineCache } from "./offline-cache.ts"
import type { OfflineCacheStore } from "./offline-cache-store.ts"
import { type Call, createQueries, type Queries } from "./query-cache.ts"
import { createRequests, type RequestHooks } from "./request-runner.ts"
import { Api, failureOf, NotJournaled, type OfflineCache, provideServices } from "./services.ts"
import {
  askWeChatAddress,
  authenticate,
  clearSession,
  linkWeChat,
  loadSession,
  logInByWeChat,
  refreshUser,
  reloadSession,
  submitVisitorForm,
} from "./session-programs.ts"

/** Asks for the site's configuration. */
const loadConfig = (marketTrust: MarketTrust) =>
  Effect.fnUntraced(
    function* () {
      const config = yield* (yield* Api).call("systemConfig", {}, { key: "startup.config" })
      marketTrust.learnKey(config)
      return { type: "startup.configured", config } as const
    },
    Effect.catch((error) =>
      Effect.succeed({ type: "startup.configFailed" as const, failure: failureOf(error) }),
    ),
  )

/** Asked with the balance, so that home renders its content at once if the answers are there. */
const HOME_ENDPOINTS = ["banners", "placards", "products"] as const

/** Sends the calls that home will make. Resolves when a balance is shown, or none comes. */
const prefetchHome = (queries: Queries): Promise<void> => {
  const balanceShown = queries.prefetch("walletSummary", {})
  for (const endpoint of HOME_ENDPOINTS) queries.query(endpoint, {}).refresh()
  return balanceShown
}

/** The same for the market: resolves when products and prices are at hand, or none come. */
const prefetchMarket = async (
  queries: Queries,
  call: Call,
  showQuotes: (frame: QuoteFrame) => void,
): Promise<void> => {
  const priced = Effect.map(call("quotes", {}, { quiet: true }), showQuotes)
  await Promise.all([queries.prefetch("products", {}), Effect.runPromise(Effect.ignore(priced))])
}

/** Whether an answer carries the member's own limits as the market signed them. */
const hasPromise = (answer: object | null): answer is { readonly promise: string } =>
  answer !== null && "promise" in answer && typeof answer.promise === "string"

export interface ApiLayerOptions {
  readonly caller: Caller
  readonly hooks: RequestHooks
  readonly storage: DeviceStorage
  readonly secrets: SecretStore
  readonly streams: ActorStreams
  readonly openOfflineCacheStore: () => Promise<OfflineCacheStore>
  readonly openMarketTrustStore: () => Promise<MarketTrustStore>
  readonly now: () => number
}

export const openApiLayer = (parts: ApiLayerOptions) => {
  const { caller, hooks, storage, secrets, streams, now } = parts
  const requests = createRequests(caller, hooks)
  const { abortAll, running } = requests
  const owner = caller.userId
  const offlineCache = createOfflineCache({ openStore: parts.openOfflineCacheStore, owner, storage, now })
  const call: Call = (endpoint, request, options) =>
    Effect.suspend(() => {
      const asker = owner()
      return Effect.tap(requests.call(endpoint, request, options), (answer) =>
        Effect.sync(() => {
          offlineCache.write(asker, endpoint, request, answer, now())
          if (asker !== null && hasPromise(answer)) marketTrust.learnPromise(asker, answer.promise)
        }),
      )
    })
  const marketTrust = createMarketTrust({
    openStore: parts.openMarketTrustStore,
    loadConfig: () => Effect.runPromise(call("systemConfig", {}, { quiet: true })),
    now,
  })
  const cacheService: Context.Service.Shape<typeof OfflineCache> = {
    recall: offlineCache.read,
    keep: (endpoint, request, answer, atMs) =>
      Effect.sync(() => offlineCache.write(owner(), endpoint, request, answer, atMs)),
  }
  const queries = createQueries(call, offlineCache.read, {
    now,
    language: caller.locale,
    inspector: hooks.inspector,
  })
  const flush = Effect.tryPromise({
    try: () => streams.flush(),
    catch: (cause) =>
      new NotJournaled({
        message: cause instanceof Error ? cause.message : "",
        problem: cause instanceof StorageUnavailable ? cause.problem : "unavailable",
      }),
  })
  const services = provideServices({ call, storage, secrets, offlineCache: cacheService, marketTrust, flush })
  return {
    caller,
    services,
    call,
    queries,
    marketTrust,
    /** The rows of a new list, by id; its programs fill them. */
    listRows: <N extends ListName>(_name: N): Rows<N> => new Map(),
    prefetchHome: () => prefetchHome(queries),
    prefetchMarket: (quotes: Pick<QuoteStore, "apply">) =>
      prefetchMarket(queries, call, (frame) => quotes.apply({ ...frame, type: "frame" }, now())),
    /** The actors of the calls in flight. */
    running,
    /** Runs a request that is no API call. */
    run: requests.run,
    /** The programs that the machines of every visit invoke by name. */
    programs: {
      loadConfig: runnable(services, loadConfig(marketTrust)),
      loadSession: runnable(services, loadSession),
      lookAgain: runnable(services, reloadSession),
      authenticate: runnable(services, authenticate),
      refreshUser: runnable(services, refreshUser),
      clearSession: runnable(services, clearSession),
      submitVisitorForm: runnable(services, submitVisitorForm),
      askWeChatAddress: runnable(services, askWeChatAddress),
      logInByWeChat: runnable(services, logInByWeChat),
      linkWeChat: runnable(services, linkWeChat),
    },
    /** Aborts the calls of the session and drops its answers. */
    endSession: () => {
      abortAll()
      dropEarlyCalls()
      queries.clear()
      offlineCache.erase()
    },
  }
}

export type ApiLayer = ReturnType<typeof openApiLayer>
