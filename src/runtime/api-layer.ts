/** Everything that calls the server: made with the first effect that needs it, so that a page which asks nothing of anybody does not carry it. */
import { type Context, Effect } from "effect"
import type { Caller } from "./effects/api-client.ts"
import type { DeviceStorage } from "./effects/device-storage.ts"
import { runnable } from "./effects/effect-actor.ts"
import { NotJournaled } from "./effects/failure.ts"
import { loadConfig } from "./effects/load-config.ts"
import type { OfflineCacheStore } from "./effects/offline-cache-store.ts"
import type { OfflineCache } from "./effects/services.ts"
import { authenticate, clearSession, loadSession, refreshUser, reloadSession } from "./effects/session.ts"
import { prefetchHome } from "./home-prefetch.ts"
import type { ActorStreams } from "./journaled-actor.ts"
import { createOfflineCache } from "./offline-cache.ts"
import { provideServices } from "./provide-services.ts"
import { type Call, createQueries } from "./query-cache.ts"
import { createRequests, type RequestHooks } from "./request-runner.ts"
import { resolvedOperations } from "./resolved-operations.ts"
import type { SecretStore } from "./secrets.ts"

export interface ApiLayerOptions {
  readonly caller: Caller
  readonly hooks: RequestHooks
  readonly storage: DeviceStorage
  readonly secrets: SecretStore
  readonly streams: ActorStreams
  readonly openOfflineCacheStore: () => Promise<OfflineCacheStore>
  readonly now: () => number
}

export const openApiLayer = (parts: ApiLayerOptions) => {
  const { caller, hooks, storage, secrets, streams, now } = parts
  const requests = createRequests(caller, hooks)
  const { abortAll, running } = requests
  const owner = caller.userId
  const shelf = createOfflineCache({ openStore: parts.openOfflineCacheStore, owner, storage, now })
  const call: Call = (endpoint, request, options) =>
    Effect.suspend(() => {
      const asker = owner()
      return Effect.tap(requests.call(endpoint, request, options), (answer) =>
        Effect.sync(() => shelf.write(asker, endpoint, request, answer, now())),
      )
    })
  const lastKnown: Context.Service.Shape<typeof OfflineCache> = {
    recall: shelf.read,
    keep: (endpoint, request, answer, atMs) =>
      Effect.sync(() => shelf.write(owner(), endpoint, request, answer, atMs)),
  }
  const queries = createQueries(call, shelf.read, {
    now,
    language: caller.locale,
    onCachedAnswer: hooks.inspector?.onCachedAnswer,
  })
  const flush = Effect.tryPromise({
    try: () => streams.flush(),
    catch: (cause) => new NotJournaled({ message: cause instanceof Error ? cause.message : "" }),
  })
  const services = provideServices({ call, storage, secrets, offlineCache: lastKnown, flush })
  return {
    caller,
    services,
    call,
    queries,
    prefetchHome: () => prefetchHome(queries),
    /** The actors of the calls under way. */
    running,
    /** What the machines of every visit ask for by name. */
    programs: {
      loadConfig: runnable(services, loadConfig),
      loadSession: runnable(services, loadSession),
      lookAgain: runnable(services, reloadSession),
      authenticate: runnable(services, authenticate),
      refreshUser: runnable(services, refreshUser),
      clearSession: runnable(services, clearSession),
    },
    /** The session is over: nobody waits for its answers, and nobody may see those that came. */
    endSession: () => {
      abortAll()
      queries.clear()
      resolvedOperations.clear()
      shelf.erase()
    },
  }
}

export type ApiLayer = ReturnType<typeof openApiLayer>
