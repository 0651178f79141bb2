/** The services of effect programs, made once from what the house has. */
import { Context, Effect } from "effect"
import type { DeviceStorage } from "./effects/device-storage.ts"
import { Api, Journal, LastKnown, Secrets, type Services, Storage } from "./effects/services.ts"
import type { Call } from "./query-cache.ts"
import type { SecretBox } from "./secrets.ts"

export interface ServiceParts {
  readonly call: Call
  readonly storage: DeviceStorage
  readonly secrets: SecretBox
  readonly lastKnown: Context.Service.Shape<typeof LastKnown>
  readonly flush: Context.Service.Shape<typeof Journal>["flush"]
}

export const provideServices = ({
  call,
  storage,
  secrets,
  lastKnown,
  flush,
}: ServiceParts): Context.Context<Services> =>
  Context.make(Api, { call }).pipe(
    Context.add(Journal, { flush }),
    Context.add(LastKnown, lastKnown),
    Context.add(Secrets, { take: (handle) => Effect.sync(() => secrets.take(handle)) }),
    Context.add(Storage, {
      read: (name) => Effect.sync(() => storage.read(name)),
      write: (name, value, expirySeconds) => Effect.sync(() => storage.write(name, value, expirySeconds)),
      remove: (name) => Effect.sync(() => storage.remove(name)),
    }),
  )
