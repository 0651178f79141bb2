/** Networks that deposits are sent on, each for one path. */
import { operate } from "../../e2e/operator.ts"
import type { Fixture } from "./fixture.ts"

/** The name of a path's own network: the operator can take it away while other paths go on. */
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

/** The operator no longer offers the network; gives how to have it back, and the app hear of it. */
export const takeNetworkAway = async (fixture: Fixture): Promise<() => Promise<unknown>> => {
  await operate(fixture.site, "networks", "off", `net-${fixture.member.id}`)
  return async () => {
    await offerNetwork(fixture)
    await fixture.phone.page.reload()
  }
}
