/** Removes bank cards and crypto addresses, and adds a removed address again. */
import { Clock, Effect } from "effect"
import type { RemovalJob } from "../../../machines/removal.ts"
import type { CryptoAddress } from "../../domain/cash.ts"
import type { RemovalEvent } from "../../events/removal.ts"
import { failureOf } from "./call.ts"
import { Api } from "./services.ts"

export type DestinationKind = "bankCard" | "cryptoAddress"

/** Sends removal.removed or removal.refused. */
export const removeDestination = (kind: DestinationKind) =>
  Effect.fnUntraced(function* ({ id }: RemovalJob) {
    const { call } = yield* Api
    const asked =
      kind === "bankCard"
        ? call("bankCardRemove", { id }, { loading: true })
        : call("cryptoAddressRemove", { id }, { loading: true })
    const result = yield* Effect.result(asked)
    const at = yield* Clock.currentTimeMillis
    const fact: RemovalEvent =
      result._tag === "Success"
        ? { type: "removal.removed", id, at }
        : { type: "removal.refused", failure: failureOf(result.failure), at }
    return fact
  })

/** Sends removal.restored or removal.notRestored. `find` returns the address as it was. */
export const restoreAddress = (find: (id: string) => CryptoAddress | undefined) =>
  Effect.fnUntraced(function* ({ id }: RemovalJob) {
    const { call } = yield* Api
    const known = find(id)
    const at = yield* Clock.currentTimeMillis
    const lost: RemovalEvent = { type: "removal.notRestored", failure: { reason: "system.internal" }, at }
    if (known === undefined) return lost
    const { network, address, exchange = false, tag } = known
    const request = { network, address, exchange, ...(tag !== undefined && { tag }) }
    const result = yield* Effect.result(call("cryptoAddressAdd", request, { loading: true }))
    const fact: RemovalEvent =
      result._tag === "Success"
        ? { type: "removal.restored", at }
        : { type: "removal.notRestored", failure: failureOf(result.failure), at }
    return fact
  })
