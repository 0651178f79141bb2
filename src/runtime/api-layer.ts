/** Everything that calls the server: made with the first effect that needs it, so that a page which asks nothing of anybody does not carry it. */
import { type Context, Effect } from "effect"
import type { Caller } from "./effects/api-client.ts"
import type { DeviceStorage } from "./effects/device-storage.ts"
import { runnable } from "./effects/effect-actor.ts"
import { loadConfig } from "./effects/load-config.ts"
import type { LastKnownStore } from "./effects/offline-cache-store.ts"
import { type LastKnown, NotJournaled } from "./effects/services.ts"
import { authenticate, clearSession, loadSession, lookAgain, refreshUser } from "./effects/session.ts"
import { askForHome } from "./home-prefetch.ts"
import type { Streams } from "./journaled-actor.ts"
import { createLastKnown } from "./offline-cache.ts"
import { provideServices } from "./provide-services.ts"
import { type Call, createQueries } from "./query-cache.ts"
import { createRequests, type RequestHooks } from "./request-runner.ts"
import { news } from "./resolved-operations.ts"
import type { SecretBox } from "./secrets.ts"

export interface BackroomParts {
  readonly caller: Caller
  readonly hooks: RequestHooks
  readonly storage: DeviceStorage
  readonly secrets: SecretBox
  readonly streams: Streams
  readonly openLastKnown: () => Promise<LastKnownStore>
  readonly now: () => number
}

export const openBackroom = (parts: BackroomParts) => {
  const { caller, hooks, storage, secrets, streams, now } = parts
  const requests = createRequests(caller, hooks)
  const { abortAll, running } = requests
  const owner = caller.userId
  const shelf = createLastKnown({ openStore: parts.openLastKnown, owner, storage, now })
  const call: Call = (endpoint, request, options) =>
    Effect.suspend(() => {
      const asker = owner()
      return Effect.tap(requests.call(endpoint, request, options), (answer) =>
        Effect.sync(() => shelf.keep(asker, endpoint, request, answer, now())),
      )
    })
  const lastKnown: Context.Service.Shape<typeof LastKnown> = {
    recall: shelf.recall,
    keep: (endpoint, request, answer, atMs) =>
      Effect.sync(() => shelf.keep(owner(), endpoint, request, answer, atMs)),
  }
  const queries = createQueries(call, shelf.recall, {
    now,
    language: caller.locale,
    onCachedAnswer: hooks.inspector?.onCachedAnswer,
  })
  const flush = Effect.tryPromise({
    try: () => streams.flush(),
    catch: (cause) => new NotJournaled({ message: cause instanceof Error ? cause.message : "" }),
  })
  const services = provideServices({ call, storage, secrets, lastKnown, flush })
  return {
    caller,
    services,
    call,
    queries,
    askForHome: () => askForHome(queries),
    /** The actors of the calls under way. */
    running,
    /** What the machines of every visit ask for by name. */
    programs: {
      loadConfig: runnable(services, loadConfig),
      loadSession: runnable(services, loadSession),
      lookAgain: runnable(services, lookAgain),
      authenticate: runnable(services, authenticate),
      refreshUser: runnable(services, refreshUser),
      clearSession: runnable(services, clearSession),
    },
    /** The session is over: nobody waits for its answers, and nobody may see those that came. */
    leave: () => {
      abortAll()
      queries.clear()
      news.clear()
      shelf.erase()
    },
  }
}

export type Backroom = ReturnType<typeof openBackroom>
