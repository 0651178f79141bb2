/** Services of an actor whose calls, and a step-up whose confirmation, wait until the test answers. */
import { Effect } from "effect"
import type { ApiError } from "../../src/contract/errors.ts"
import { createStorage } from "../../src/runtime/api/device-storage.ts"
import type { Call } from "../../src/runtime/api/query-cache.ts"
import { provideServices } from "../../src/runtime/api/services.ts"

type ServiceOptions = Parameters<typeof provideServices>[0]

/** `own` replaces services; a device without storage and secrets is the default. */
export const holdCalls = (own: Partial<ServiceOptions> = {}) => {
  const calls: string[] = []
  const aborted: string[] = []
  let resumeLast = (_said: Effect.Effect<object, ApiError>) => {}
  const call: Call = (endpoint, request) =>
    Effect.callback((resume) => {
      calls.push(`${endpoint} ${JSON.stringify(request)}`)
      resumeLast = (said) => resume(Effect.map(said, (data) => JSON.parse(JSON.stringify(data))))
      return Effect.sync(() => void aborted.push(endpoint))
    })
  const services = provideServices({
    call,
    storage: createStorage(() => {
      throw new Error("no storage")
    }, Date.now),
    secrets: { keep: () => "", take: () => undefined },
    offlineCache: { recall: () => Effect.succeed(undefined), keep: () => Effect.void },
    marketTrust: { learnReceipt: () => {} },
    flush: Effect.void,
    ...own,
  })
  return { services, calls, aborted, answer: (said: Effect.Effect<object, ApiError>) => resumeLast(said) }
}

/** What a page's step-up asks to confirm, and the answer: the id of a confirmation, or null. */
export const holdConfirmation = () => {
  let resolveLast = (_confirmation: string | null) => {}
  const asked: unknown[] = []
  const confirm = (subject: unknown) => {
    asked.push(subject)
    return new Promise<string | null>((resolve) => {
      resolveLast = resolve
    })
  }
  return { confirm, asked, decide: (confirmation: string | null) => resolveLast(confirmation) }
}
