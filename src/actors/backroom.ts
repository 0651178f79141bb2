/** Everything that calls the server: made with the first effect that needs it, so that a page which asks nothing of anybody does not carry it. */
import { Effect } from "effect"
import { runnable } from "../effects/bridge.ts"
import type { Caller } from "../effects/client.ts"
import { NotJournaled } from "../effects/services.ts"
import { authenticate, clearSession, loadSession, lookAgain, refreshUser } from "../effects/session.ts"
import { loadConfig } from "../effects/startup.ts"
import type { DeviceStorage } from "../effects/storage.ts"
import { news } from "./news.ts"
import { createQueries } from "./queries.ts"
import { createRequests, type RequestHooks } from "./requests.ts"
import type { SecretBox } from "./secrets.ts"
import { provideServices } from "./services.ts"
import type { Streams } from "./streams.ts"

export interface BackroomParts {
  readonly caller: Caller
  readonly hooks: RequestHooks
  readonly storage: DeviceStorage
  readonly secrets: SecretBox
  readonly streams: Streams
  readonly now: () => number
}

export const openBackroom = ({ caller, hooks, storage, secrets, streams, now }: BackroomParts) => {
  const { call, abortAll, running } = createRequests(caller, hooks)
  const queries = createQueries(call, now)
  const flush = Effect.tryPromise({
    try: () => streams.flush(),
    catch: (cause) => new NotJournaled({ message: cause instanceof Error ? cause.message : "" }),
  })
  const services = provideServices({ call, storage, secrets, flush })
  return {
    caller,
    services,
    call,
    queries,
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
    },
  }
}

export type Backroom = ReturnType<typeof openBackroom>
