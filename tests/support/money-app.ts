/** One member's app on one device, with the real machines and effects and a journal in memory. */
import { Context, Effect } from "effect"
import { type AnyStateMachine, type InputFrom, transition } from "xstate"
import { type ActorHost, createHostedActor, type HostedActor } from "../../src/runtime/actor-host.ts"
import type { Caller } from "../../src/runtime/effects/api-client.ts"
import { createQuoteStore } from "../../src/runtime/effects/quote-store.ts"
import {
  Api,
  Journal,
  NotJournaled,
  OfflineCache,
  Receipts,
  Secrets,
  Storage,
} from "../../src/runtime/effects/services.ts"
import { registerMoneyActors } from "../../src/runtime/member-actors.ts"
import { createRequests } from "../../src/runtime/request-runner.ts"
import { createResolvedOperations } from "../../src/runtime/resolved-operations.ts"
import type { MoneyServer } from "./money-server.ts"

/** The actors of operations. */
export type Stream = "order" | "close" | "deposit" | "payment" | "withdrawal"
export type Said = { readonly type: string; readonly at?: number }

/** Events outlive the page. */
export const createMoneyApp = (server: MoneyServer) => {
  const journal: Record<string, Said[]> = {}
  /** The streams of operations that left the outbox. */
  const retired: Record<string, Said[]> = {}
  let token = "first"
  let canFlush = true
  let flushes = 0
  let tokenLosses = 0
  const caller: Caller = {
    baseUrl: server.baseUrl,
    token: () => token,
    userId: () => "ada",
    locale: () => "en",
  }
  const requests = createRequests(caller, { onTokenInvalid: () => (tokenLosses += 1), onLoading: () => {} })
  const services = Context.make(Api, { call: requests.call }).pipe(
    Context.add(Journal, {
      flush: Effect.suspend(() => {
        flushes += 1
        return canFlush ? Effect.void : Effect.fail(new NotJournaled({ message: "full" }))
      }),
    }),
    Context.add(OfflineCache, { recall: () => Effect.succeed(undefined), keep: () => Effect.void }),
    Context.add(Receipts, { keep: () => Effect.void }),
    Context.add(Secrets, { take: () => Effect.succeed(undefined) }),
    Context.add(Storage, { read: () => Effect.void, write: () => Effect.void, remove: () => Effect.void }),
  )
  const resolvedOperations = createResolvedOperations()
  const owned: HostedActor<AnyStateMachine>[] = []
  const create = <M extends AnyStateMachine>(id: string, machine: M, input: InputFrom<M>): HostedActor<M> => {
    const actor = createHostedActor(id, machine, input)
    owned.push(actor)
    return actor
  }
  const startNew = (actor: HostedActor<AnyStateMachine>) => {
    journal[actor.id] = []
    actor.start(null, (event) => journal[actor.id]?.push(event))
  }
  const host: ActorHost = {
    services,
    caller,
    quotes: createQuoteStore(),
    resolvedOperations,
    registerActor: create,
    registerFamily: (_prefix, machine, input) => (id) => create(id, machine, input),
    streams: {
      open: ({ actor }) => startNew(actor),
      retire: async (actor) => {
        actor.stop()
        retired[actor.id] = journal[actor.id] ?? []
        delete journal[actor.id]
      },
    },
    now: Date.now,
  }
  /** Opens the page: each machine replays its events, resumption last, and then starts. */
  const open = () => {
    owned.length = 0
    const actors = registerMoneyActors(host)
    for (const id of Object.keys(journal)) if (id.startsWith(actors.outbox.prefix)) actors.outbox.restore(id)
    for (const actor of [...owned]) {
      const received = journal[actor.id] ?? []
      const past = received.length === 0 ? [] : [...received, { type: "journal.resumed", at: 1 }]
      const snapshot = past.reduce(
        (state, event) => transition(actor.machine, state, event)[0],
        actor.pure.initial(),
      )
      journal[actor.id] = past
      actor.start(past.length === 0 ? null : snapshot, (event) => journal[actor.id]?.push(event))
    }
    return actors
  }
  return {
    open,
    resolvedOperations,
    /** The page closes: running work sends nothing more. */
    close: () => {
      for (const actor of owned) actor.stop()
      requests.abortAll()
    },
    received: (id: string) => journal[id] ?? retired[id] ?? [],
    flushes: () => flushes,
    tokenLosses: () => tokenLosses,
    breakJournal: () => {
      canFlush = false
    },
    logInAgain: () => {
      token = "second"
    },
  }
}

export type MoneyApp = ReturnType<typeof createMoneyApp>
