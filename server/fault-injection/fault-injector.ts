import { randomBytes } from "node:crypto"
import type { IncomingMessage } from "node:http"
import {
  type ClientFaults,
  DEFAULT_SCOPE,
  decideFault,
  type FaultPlan,
  type FaultReport,
  type InjectedFault,
} from "../../src/contract/faults.ts"

/** Which plan a request falls under; a browser under test sends it with everything. */
export const SCOPE_HEADER = "x-fault-scope"
/** Marks what the lab itself sends on to the server. */
export const OWN_HEADER = "x-fault-own"
/** More than any run of tests has at a time; the oldest goes first. */
const PLANS_MAX = 500

interface ActivePlan {
  readonly plan: FaultPlan
  /** How often each place has been come to since the plan was set. */
  readonly visits: Map<string, number>
  /** How often each rule's place met a fault. */
  readonly met: Map<string, number>
}

/** The faults in force, and what has met them. It exists only in a server that was started for the lab. */
export interface FaultInjector {
  readonly set: (scope: string, plan: FaultPlan) => void
  /** Ends every fault of a scope; without one, all there are. */
  readonly clear: (scope?: string) => void
  readonly plan: (scope: string) => FaultPlan | null
  /** The plans in force, and how many calls or frames at each of their places have met a fault since the plan was set. */
  readonly report: () => FaultReport
  /** Counts a visit to a place and says what happens to it. The first of the scopes that has a plan decides. */
  readonly apply: (scopes: readonly string[], at: string) => InjectedFault | null
  /** What is to be wrong with the device itself; null: nothing. The first of the scopes that has a plan decides. */
  readonly device: (scopes: readonly string[]) => ClientFaults | null
  /** Proves to the server that a request comes from the lab itself. */
  readonly secret: string
}

const isSound = ({ skewMs, storage, network }: ClientFaults): boolean =>
  skewMs === 0 && storage === "works" && network === "on"

const told = (scope: string, { plan, met }: ActivePlan): FaultReport["plans"][number] => {
  const counts = plan.rules.map(({ at }): [string, number] => [at, met.get(at) ?? 0])
  return { scope, plan, met: Object.fromEntries(counts) }
}

export const makeFaultInjector = (): FaultInjector => {
  const plans = new Map<string, ActivePlan>()
  const standingFor = (scopes: readonly string[]): ActivePlan | undefined =>
    scopes.map((scope) => plans.get(scope)).find((each) => each !== undefined)
  return {
    secret: randomBytes(16).toString("hex"),
    set: (scope, plan) => {
      plans.delete(scope)
      plans.set(scope, { plan, visits: new Map(), met: new Map() })
      const [oldest] = plans.keys()
      if (plans.size > PLANS_MAX && oldest !== undefined) plans.delete(oldest)
    },
    clear: (scope) => {
      if (scope === undefined) plans.clear()
      else plans.delete(scope)
    },
    plan: (scope) => plans.get(scope)?.plan ?? null,
    report: () => ({ plans: [...plans].map(([scope, standing]) => told(scope, standing)) }),
    apply: (scopes, at) => {
      const standing = standingFor(scopes)
      if (standing === undefined) return null
      const occurrence = (standing.visits.get(at) ?? 0) + 1
      standing.visits.set(at, occurrence)
      const decided = decideFault(standing.plan, at, occurrence)
      if (decided !== null) standing.met.set(at, (standing.met.get(at) ?? 0) + 1)
      return decided
    },
    device: (scopes) => {
      const faults = standingFor(scopes)?.plan.client
      return faults === undefined || isSound(faults) ? null : faults
    },
  }
}

/** The scopes of a request, the closest first. */
export const scopesOf = (request: IncomingMessage, memberId?: string): readonly string[] => {
  const named = request.headers[SCOPE_HEADER]
  const own = typeof named === "string" && named !== "" ? [named] : []
  return [...own, ...(memberId === undefined ? [] : [memberId]), DEFAULT_SCOPE]
}
