import { Context, Effect } from "effect"
import { afterEach, expect, it, vi } from "vitest"
import { Api, Storage } from "../../src/runtime/effects/services.ts"
import { clearSession } from "../../src/runtime/effects/session-programs.ts"

afterEach(() => vi.unstubAllGlobals())

const services = Context.make(Api, { call: () => Effect.die("no call") }).pipe(
  Context.add(Storage, {
    read: () => Effect.succeed(undefined),
    write: () => Effect.void,
    remove: () => Effect.void,
  }),
)

it.each([
  ["granted", 1],
  ["denied", 0],
] as const)("a session that ends drops the browser's subscription (%s)", async (permission, times) => {
  const unsubscribe = vi.fn(async () => true)
  const pushManager = { getSubscription: async () => ({ unsubscribe }) }
  vi.stubGlobal("Notification", { permission })
  vi.stubGlobal("PushManager", class {})
  vi.stubGlobal("navigator", { serviceWorker: { getRegistration: async () => ({ pushManager }) } })
  await Effect.runPromiseWith(services)(clearSession({ notifyServer: false }))
  await new Promise((resolve) => setTimeout(resolve, 0))
  expect(unsubscribe).toHaveBeenCalledTimes(times)
})
