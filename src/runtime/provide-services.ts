/** The services of effect programs, made once by the API layer. */
import { Context, Effect } from "effect"
import type { DeviceStorage } from "./effects/device-storage.ts"
import { Api, Journal, OfflineCache, Receipts, Secrets, type Services, Storage } from "./effects/services.ts"
import type { MarketTrust } from "./market-trust.ts"
import type { Call } from "./query-cache.ts"
import type { SecretStore } from "./secrets.ts"

export interface ServiceOptions {
  readonly call: Call
  readonly storage: DeviceStorage
  readonly secrets: SecretStore
  readonly offlineCache: Context.Service.Shape<typeof OfflineCache>
  readonly marketTrust: Pick<MarketTrust, "learnReceipt">
  readonly flush: Context.Service.Shape<typeof Journal>["flush"]
}

export const provideServices = ({
  call,
  storage,
  secrets,
  offlineCache,
  marketTrust,
  flush,
}: ServiceOptions): Context.Context<Services> =>
  Context.make(Api, { call }).pipe(
    Context.add(Journal, { flush }),
    Context.add(OfflineCache, offlineCache),
    Context.add(Receipts, { keep: (order) => Effect.sync(() => marketTrust.learnReceipt(order)) }),
    Context.add(Secrets, { take: (handle) => Effect.sync(() => secrets.take(handle)) }),
    Context.add(Storage, {
      read: (name) => Effect.sync(() => storage.read(name)),
      write: (name, value, expirySeconds) => Effect.sync(() => storage.write(name, value, expirySeconds)),
      remove: (name) => Effect.sync(() => storage.remove(name)),
    }),
  )
