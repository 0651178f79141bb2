/** One tab of a member: the money actors with their outbox and event store, against a server. */
import { Effect } from "effect"
import type { AnyStateMachine, InputFrom } from "xstate"
import { progressOf } from "../../src/domain/operation.ts"
import { type ActorHost, createHostedActor, type HostedActor } from "../../src/runtime/actors/actor-host.ts"
import { registerMoneyActors } from "../../src/runtime/actors/member-actors.ts"
import { createResolvedOperations } from "../../src/runtime/actors/resolved-operations.ts"
import { createSecrets } from "../../src/runtime/actors/secrets.ts"
import type { Caller } from "../../src/runtime/api/api-client.ts"
import { createStorage } from "../../src/runtime/api/device-storage.ts"
import { createRequests } from "../../src/runtime/api/request-runner.ts"
import { NotJournaled, provideServices } from "../../src/runtime/api/services.ts"
import type { StoreOptions } from "../../src/runtime/journal/store-host.ts"
import type { RegisteredActor } from "../../src/runtime/journal/streams.ts"
import { createQuoteStore } from "../../src/runtime/stream/quote-store.ts"
import { pathOf } from "./explore.ts"
import { openStreams } from "./journal-host.ts"
import type { MoneyServer } from "./money-server.ts"

/** Tabs with the same `owner` share streams through the browser's database, locks and channels. */
export const openOutboxTab = async (
  server: MoneyServer,
  name: string,
  more: Partial<StoreOptions> = {},
  differs: Partial<Caller> = {},
) => {
  let tokenLosses = 0
  const streams = openStreams(name, { now: Date.now, ...more })
  const caller: Caller = {
    baseUrl: server.baseUrl,
    token: () => "first",
    userId: () => "ada",
    locale: () => "en",
    ...differs,
  }
  const requests = createRequests(caller, { onTokenInvalid: () => (tokenLosses += 1), onLoading: () => {} })
  const services = provideServices({
    call: requests.call,
    storage: createStorage(() => {
      throw new Error("this tab stores nothing")
    }, Date.now),
    secrets: createSecrets(() => "handle"),
    marketTrust: { learnReceipt: () => {} },
    offlineCache: { recall: () => Effect.succeed(undefined), keep: () => Effect.void },
    flush: Effect.tryPromise({
      try: () => streams.flush(),
      catch: () => new NotJournaled({ message: "", problem: "unavailable" }),
    }),
  })
  const owned: RegisteredActor[] = []
  const create = <M extends AnyStateMachine>(id: string, machine: M, input: InputFrom<M>): HostedActor<M> =>
    createHostedActor(id, machine, input)
  const host: ActorHost = {
    services,
    caller,
    quotes: createQuoteStore(),
    resolvedOperations: createResolvedOperations(),
    registerActor: (id, machine, input, stream) => {
      const actor = create(id, machine, input)
      owned.push({ actor, stream })
      return actor
    },
    registerFamily: (_prefix, machine, input) => (id) => create(id, machine, input),
    streams,
    now: Date.now,
  }
  const actors = registerMoneyActors(host)
  await streams.start("ada", owned, () => {}, actors.outbox)
  return {
    ...actors,
    resolvedOperations: host.resolvedOperations,
    tokenLosses: () => tokenLosses,
    /** The state of a ticket, or what is known of its operation once it is confirmed. */
    stateOf: (stream: "order" | "close" | "deposit" | "payment" | "withdrawal") => {
      const { value, context } = actors[stream].getSnapshot()
      const isSending = actors.outbox.operation(context.key)?.hasTag("busy") ?? false
      return value === "confirmed" ? progressOf(context, isSending) : pathOf(value)
    },
    /** The operations in the outbox: id and state of each. */
    operations: () =>
      actors.outbox.operations().map(({ id, getSnapshot }) => `${id} ${pathOf(getSnapshot().value)}`),
    /** The tab is gone: nothing that it runs reports any more. */
    kill: () => {
      streams.stop(owned, false)
      requests.abortAll()
    },
  }
}

export type OutboxTab = Awaited<ReturnType<typeof openOutboxTab>>
