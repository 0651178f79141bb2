/** Deposit networks, two per path: one without a rate and one with it. */
import { operate } from "../../e2e/operator.ts"
import type { Fixture } from "./fixture.ts"
import { written } from "./money.ts"

const KINDS = ["plain", "rated"] as const
export type NetworkKind = (typeof KINDS)[number]

const ASSET: Readonly<Record<NetworkKind, readonly string[]>> = {
  plain: [],
  rated: ["--asset", "USDT", "--decimals", "6", "--rate", "1600"],
}

const idOf = ({ member }: Fixture, kind: NetworkKind): string => `${kind}-${member.id}`

/** The name of a path's own network. The operator can remove it while other paths run. */
export const networkOf = ({ member }: Fixture, kind: NetworkKind): string => `${member.username}.${kind}`

export const offerNetworks = async (fixture: Fixture): Promise<void> => {
  for (const kind of KINDS) {
    const terms = {
      id: idOf(fixture, kind),
      network: networkOf(fixture, kind),
      format: "tron",
      address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8",
    }
    const bounds = { minimum: "1000.00", maximum: "50000000.00", minutes: "1" }
    const words = Object.entries({ ...terms, ...bounds }).flatMap(([name, value]) => [`--${name}`, value])
    await operate(fixture.site, "networks", "set", ...words, ...ASSET[kind])
  }
}

/**
 * Removes the networks by the operator command. Returns how to restore them and reload the app, once
 * every event is written.
 */
export const takeNetworksAway = async (fixture: Fixture): Promise<() => Promise<unknown>> => {
  for (const kind of KINDS) await operate(fixture.site, "networks", "off", idOf(fixture, kind))
  return async () => {
    await offerNetworks(fixture)
    for (const stream of ["deposit", "withdrawal"]) await written(fixture, stream)
    await fixture.phone.page.reload()
  }
}
