/**
 * The runtime: registers every actor with its implementations, starts them in order and routes
 * events.
 */
import type { AnyStateMachine, InputFrom } from "xstate"
import { selectTop } from "../../../machines/navigation.ts"
import { createListeners } from "../../domain/listeners.ts"
import type { HistoryPort } from "../../navigation/history.ts"
import { ENTRY_PATH, splitUrl } from "../../navigation/routes.ts"
import type { Caller } from "../api/api-client.ts"
import type { ApiLayer, openApiLayer } from "../api/api-layer.ts"
import type { DeviceStorage } from "../api/device-storage.ts"
import type { MarketTrustStore } from "../api/market-trust-store.ts"
import type { OfflineCacheStore } from "../api/offline-cache-store.ts"
import type { RequestHooks } from "../api/request-runner.ts"
import { isOutdated } from "../api/service-worker-client.ts"
import { OFFLINE_CACHE_MARK, storedToken } from "../api/stored-session.ts"
import type { StorageStatus } from "../journal/storage-status.ts"
import { type ActorStreams, isJournaled, type RegisteredActor } from "../journal/streams.ts"
import { createQuoteStore, type QuoteStore } from "../stream/quote-store.ts"
import {
  type ActorHandle,
  type ActorHost,
  createHostedActor,
  type HostedActor,
  type RegisterActor,
  type RegisterFamily,
} from "./actor-host.ts"
import { type BootActors, registerBootActors } from "./boot-actors.ts"
import { routeEvents } from "./event-routing.ts"
import type { Inspector } from "./inspector.ts"
import { createLazyValue, type Loadable } from "./lazy-value.ts"
import type { MemberActors } from "./member-actors.ts"
import { createMemberSession } from "./member-session.ts"
import {
  createPageActors,
  createPageLifecycles,
  type PageActors,
  type PageLifecycles,
} from "./page-actors.ts"
import { createResolvedOperations, type ResolvedOperations } from "./resolved-operations.ts"
import { createSecrets, type SecretStore } from "./secrets.ts"
import { createTicker, type Ticker } from "./ticker.ts"
import { uuid7 } from "./uuid7.ts"

export interface RuntimeOptions {
  /** "" for the page's own origin. */
  readonly baseUrl: string
  readonly storage: DeviceStorage
  readonly history: HistoryPort
  readonly streams: ActorStreams
  readonly storageStatus: StorageStatus
  readonly loadPage: (name: string) => Promise<unknown>
  readonly loadApiLayer: () => Promise<{ readonly openApiLayer: typeof openApiLayer }>
  readonly openOfflineCacheStore: () => Promise<OfflineCacheStore>
  readonly openMarketTrustStore: () => Promise<MarketTrustStore>
  readonly loadMember: () => Promise<{ readonly registerMemberActors: (host: ActorHost) => MemberActors }>
  readonly languages: readonly string[]
  /** The server stated in the headers of this document that the site is on. */
  readonly isSiteOn: boolean
  readonly now: () => number
  /** Navigates away from the app, to another site. */
  readonly leave: (url: string) => void
  readonly inspector?: Inspector | undefined
}

export interface Runtime {
  readonly boot: BootActors
  /** The actors of the logged-in member; pending without one. Each login makes a new promise. */
  readonly member: Loadable<MemberActors>
  /** Loads the code of the member's actors again after a failure. */
  readonly retryMember: () => void
  /** Notifies when `member` loads another promise. */
  readonly onMemberChange: (listener: () => void) => () => void
  /** The API layer, loaded with its first use. After a rejection the next call loads it again. */
  readonly apiLayer: Loadable<ApiLayer>
  /** Prices are the same for every member: they outlive a session. */
  readonly quotes: QuoteStore
  readonly resolvedOperations: ResolvedOperations
  readonly storageStatus: StorageStatus
  readonly pageActors: PageActors
  readonly pageLifecycles: PageLifecycles
  /** Counts seconds for ages and countdowns on the screen. */
  readonly seconds: Ticker
  readonly secrets: SecretStore
  readonly now: () => number
  /** A new idempotency key. */
  readonly createKey: () => string
  /**
   * Notifies of the type of each external event of a top-level actor, and of each event it emits.
   */
  readonly onEvent: (listener: (type: string) => void) => () => void
  /** How many events of a type `onEvent` has reported so far. */
  readonly eventCount: (type: string) => number
  /** Every top-level actor, for the debug console. */
  readonly actors: () => readonly ActorHandle<AnyStateMachine>[]
  readonly inspector?: Inspector | undefined
}

const createEventBus = () => {
  const listeners = createListeners<[type: string]>()
  const counts = new Map<string, number>()
  return {
    count: (type: string) => counts.get(type) ?? 0,
    publish: (type: string) => {
      counts.set(type, (counts.get(type) ?? 0) + 1)
      listeners.notify(type)
    },
    subscribe: listeners.subscribe,
  }
}

/** Whether the server answers, and a new document from it. The stack and what was typed survive it. */
const documentOf = {
  probe: () => fetch("/").then(({ ok }) => ok),
  isBuildOutdated: isOutdated,
  reloadDocument: () => location.reload(),
}

/** Resolves when the session machine has read the stored session. */
const whenSessionRestored = ({ session }: BootActors): Promise<void> =>
  new Promise((resolve) => {
    const check = () => {
      if (session.getSnapshot().matches("restoring")) return
      subscription.unsubscribe()
      resolve()
    }
    const subscription = session.subscribe(check)
    check()
  })

/** Aborts the calls of the session that ended and deletes its cached answers. */
const endSession = (apiLayer: Loadable<ApiLayer>): void => {
  apiLayer
    .load()
    .then((layer) => layer.endSession())
    .catch(() => {})
}

const createRequestHooks = (
  boot: () => BootActors,
  token: () => string | null,
  { now, inspector }: RuntimeOptions,
): RequestHooks => {
  const url = () => selectTop(boot().navigation.getSnapshot())?.url ?? "/"
  return {
    onTokenInvalid: (envelope) => {
      // a late answer to a session that is over: login is open already
      if (token() === null && splitUrl(url()).path === ENTRY_PATH) return
      boot().session.send({ type: "session.tokenRejected", envelope, url: url(), at: now() })
    },
    onLoading: (shown) =>
      boot().feedback.send(
        shown ? { type: "feedback.showLoading", text: "" } : { type: "feedback.hideLoading" },
      ),
    inspector,
  }
}

/** Creates handles whose emitted events are published. */
const registering = (inspector: Inspector | undefined, publish: (type: string) => void) => {
  const create = <M extends AnyStateMachine>(id: string, machine: M, input: InputFrom<M>): HostedActor<M> => {
    const actor = createHostedActor(id, machine, input, inspector)
    actor.onEmit((emitted) => publish(emitted.type))
    return actor
  }
  const registerFamily: RegisterFamily = (_prefix, machine, input) => (id) => create(id, machine, input)
  const registerIn =
    (actors: RegisteredActor[]): RegisterActor =>
    (id, machine, input, stream) => {
      const actor = create(id, machine, input)
      actors.push({ actor, stream })
      return actor
    }
  return { registerIn, registerFamily }
}

/**
 * Builds the runtime. Nothing runs before `start`, which resolves when the first page may render.
 */
export const createRuntime = (options: RuntimeOptions): Runtime & { readonly start: () => Promise<void> } => {
  const { storage, streams, openOfflineCacheStore, openMarketTrustStore, now, inspector } = options
  const events = createEventBus()
  const memberChanges = createEventBus()
  const secrets = createSecrets(uuid7)
  const quotes = createQuoteStore()
  const resolvedOperations = createResolvedOperations()
  const pageActors = createPageActors(inspector)
  const caller: Caller = {
    baseUrl: options.baseUrl,
    token: () => storedToken(storage),
    userId: () => boot.session.getSnapshot().context.user?.id ?? null,
    locale: () => boot.startup.getSnapshot().context.locale,
  }
  const hooks = createRequestHooks(() => boot, caller.token, options)
  const apiLayer = createLazyValue(async () => {
    const { openApiLayer } = await options.loadApiLayer()
    // the configuration is not needed to start; it is requested now that the code is here
    queueMicrotask(() => boot.startup.send({ type: "startup.learn" }))
    const stores = { openOfflineCacheStore, openMarketTrustStore }
    return openApiLayer({ caller, hooks, storage, secrets, streams, ...stores, now })
  })
  const { registerIn, registerFamily } = registering(inspector, events.publish)
  const bootActors: RegisteredActor[] = []
  const pageLifecycles = createPageLifecycles({ ...options, pageActors, ...documentOf })
  const boot = registerBootActors(registerIn(bootActors), apiLayer.load, {
    ...options,
    ...pageLifecycles,
    secrets,
  })
  const member = createMemberSession({
    ...options,
    hostFor: async (actors) => {
      const { services } = await apiLayer.load()
      const registerActor = registerIn(actors)
      const beside = { registerActor, registerFamily, streams, now, inspector }
      return { services, caller, quotes, resolvedOperations, ...beside }
    },
    onEvent: events.publish,
    onChange: () => memberChanges.publish(""),
  })
  const endCurrentSession = () => {
    resolvedOperations.clear()
    endSession(apiLayer)
  }
  return {
    boot,
    member: member.actorsByName,
    retryMember: member.retry,
    onMemberChange: (listener) => memberChanges.subscribe(listener),
    apiLayer,
    quotes,
    resolvedOperations,
    storageStatus: options.storageStatus,
    pageActors,
    pageLifecycles,
    seconds: createTicker(1_000),
    secrets,
    now,
    createKey: uuid7,
    onEvent: events.subscribe,
    eventCount: events.count,
    actors: () => [...bootActors.map(({ actor }) => actor), ...member.actors()],
    inspector,
    start: () =>
      startActors({
        options,
        boot,
        bootActors,
        member,
        endSession: endCurrentSession,
        events,
      }),
  }
}

interface StartOptions {
  readonly options: RuntimeOptions
  readonly boot: BootActors
  readonly bootActors: readonly RegisteredActor[]
  readonly member: ReturnType<typeof createMemberSession>
  readonly endSession: () => void
  readonly events: ReturnType<typeof createEventBus>
}

/**
 * Starts the actors without a stream first: the session decides whose streams the others restore.
 */
const startActors = async (start: StartOptions) => {
  const { options, boot, bootActors, member, endSession, events } = start
  const { streams, storage } = options
  const journaled = bootActors.filter(isJournaled)
  const volatile = bootActors.filter(({ stream }) => stream === undefined)
  const routing = routeEvents(boot, {
    ...options,
    onSessionBegan: (memberId) => void member.begin(memberId),
    onSessionEnded: (isLeaving) => {
      member.end(isLeaving)
      endSession()
    },
    onEvent: events.subscribe,
    onNavigationEntered: (owner) => streams.reassign(owner, journaled),
  })
  await streams.start(null, volatile, events.publish)
  await whenSessionRestored(boot)
  const { user } = boot.session.getSnapshot().context
  // the last session ended without its cached answers having been deleted
  if (user === null && storage.read(OFFLINE_CACHE_MARK) !== undefined) endSession()
  await streams.start(user?.id ?? null, journaled, events.publish)
  routing.open()
}
