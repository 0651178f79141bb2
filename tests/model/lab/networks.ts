/** Networks that deposits are sent on, each for one path. */
import { operate } from "../../e2e/operator.ts"
import type { Stage } from "./stage.ts"

/** The name of a path's own network: the operator can take it away while other paths go on. */
export const networkOf = ({ member }: Stage): string => `${member.username}.net`

export const offerNetwork = (stage: Stage): Promise<string> => {
  const terms = {
    id: `net-${stage.member.id}`,
    network: networkOf(stage),
    address: "LabAddressThatNobodyPaysTo00000000",
  }
  const bounds = { minimum: "1000.00", maximum: "50000000.00", minutes: "1" }
  const words = Object.entries({ ...terms, ...bounds }).flatMap(([name, value]) => [`--${name}`, value])
  return operate(stage.site, "networks", "set", ...words)
}

/** The operator no longer offers the network; gives how to have it back, and the app hear of it. */
export const takeNetworkAway = async (stage: Stage): Promise<() => Promise<unknown>> => {
  await operate(stage.site, "networks", "off", `net-${stage.member.id}`)
  return async () => {
    await offerNetwork(stage)
    await stage.phone.page.reload()
  }
}
