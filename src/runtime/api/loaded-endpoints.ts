/** The declarations of endpoints, as far as their code has loaded. */
import { Effect } from "effect"
import type { EndpointId, Endpoints } from "../../contract/endpoints.ts"
import { NoAnswer } from "../../contract/errors.ts"
import { firstEndpoints } from "../../contract/first-endpoints.ts"

let loaded: { readonly [E in EndpointId]?: Endpoints[E] } = firstEndpoints

/** The declaration of an endpoint; undefined if it has not loaded. */
export const loadedEndpoint = <E extends EndpointId>(endpoint: E): Endpoints[E] | undefined =>
  loaded[endpoint]

const loadAll = async (): Promise<Endpoints> => {
  const { endpoints } = await import("../../contract/endpoints.ts")
  loaded = endpoints
  return endpoints
}

/** The declaration of an endpoint; at once if it has loaded. */
export const declarationOf = <E extends EndpointId>(endpoint: E): Effect.Effect<Endpoints[E], NoAnswer> =>
  Effect.suspend(() => {
    const known = loadedEndpoint(endpoint)
    if (known !== undefined) return Effect.succeed(known)
    return Effect.tryPromise({
      try: async () => (await loadAll())[endpoint],
      // the code comes over the network too
      catch: () => new NoAnswer({ kind: "network", status: null }),
    })
  })
