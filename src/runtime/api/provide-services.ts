/** The services of effect programs, made once by the API layer. */
import { type Context, Effect, Layer } from "effect"
import type { SecretStore } from "../actors/secrets.ts"
import type { DeviceStorage } from "./device-storage.ts"
import type { MarketTrust } from "./market-trust.ts"
import type { Call } from "./query-cache.ts"
import { Api, Journal, OfflineCache, Receipts, Secrets, type Services, Storage } from "./services.ts"

export interface ServiceOptions {
  readonly call: Call
  readonly storage: DeviceStorage
  readonly secrets: SecretStore
  readonly offlineCache: Context.Service.Shape<typeof OfflineCache>
  readonly marketTrust: Pick<MarketTrust, "learnReceipt">
  readonly flush: Context.Service.Shape<typeof Journal>["flush"]
}

/** The layer of all services. Each is a value of its host: none is acquired, and none needs another. */
const servicesLayer = ({
  call,
  storage,
  secrets,
  offlineCache,
  marketTrust,
  flush,
}: ServiceOptions): Layer.Layer<Services> =>
  Layer.mergeAll(
    Layer.succeed(Api, { call }),
    Layer.succeed(Journal, { flush }),
    Layer.succeed(OfflineCache, offlineCache),
    Layer.succeed(Receipts, { keep: (order) => Effect.sync(() => marketTrust.learnReceipt(order)) }),
    Layer.succeed(Secrets, { take: (handle) => Effect.sync(() => secrets.take(handle)) }),
    Layer.succeed(Storage, {
      read: (name) => Effect.sync(() => storage.read(name)),
      write: (name, value, expirySeconds) => Effect.sync(() => storage.write(name, value, expirySeconds)),
      remove: (name) => Effect.sync(() => storage.remove(name)),
    }),
  )

/** Builds the layer at once: actors begin programs synchronously. */
export const provideServices = (options: ServiceOptions): Context.Context<Services> =>
  Effect.runSync(Effect.scoped(Layer.build(servicesLayer(options))))
