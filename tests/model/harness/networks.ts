/** Deposit networks, one per path. */
import { operate } from "../../e2e/operator.ts"
import type { Fixture } from "./fixture.ts"

/** The name of a path's own network. The operator can remove it while other paths run. */
export const networkOf = ({ member }: Fixture): string => `${member.username}.net`

export const offerNetwork = (fixture: Fixture): Promise<string> => {
  const terms = {
    id: `net-${fixture.member.id}`,
    network: networkOf(fixture),
    address: "LabAddressThatNobodyPaysTo00000000",
  }
  const bounds = { minimum: "1000.00", maximum: "50000000.00", minutes: "1" }
  const words = Object.entries({ ...terms, ...bounds }).flatMap(([name, value]) => [`--${name}`, value])
  return operate(fixture.site, "networks", "set", ...words)
}

/** Removes the network by the operator command. Returns how to restore it and reload the app. */
export const takeNetworkAway = async (fixture: Fixture): Promise<() => Promise<unknown>> => {
  await operate(fixture.site, "networks", "off", `net-${fixture.member.id}`)
  return async () => {
    await offerNetwork(fixture)
    await fixture.phone.page.reload()
  }
}
