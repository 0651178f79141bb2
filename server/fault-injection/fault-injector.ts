import { randomBytes } from "node:crypto"
import type { IncomingMessage } from "node:http"
import { endpoints } from "../../src/contract/endpoints.ts"
import { REASONS } from "../../src/contract/errors.ts"
import {
  type ClientFaults,
  DEFAULT_SCOPE,
  decideFault,
  type FaultPlan,
  type FaultReport,
  type InjectedFault,
} from "../../src/contract/faults.ts"

/** Names the scope of a request. A browser under test sends it with every request. */
export const SCOPE_HEADER = "x-fault-scope"
/** Marks requests that fault injection forwards to the server. */
export const OWN_HEADER = "x-fault-own"
/** Maximum number of plans; the oldest is dropped first. */
const PLANS_MAX = 500

interface ActivePlan {
  readonly plan: FaultPlan
  /** Visits of each fault point since the plan was set. */
  readonly visits: Map<string, number>
  /** Faults applied at each fault point. */
  readonly met: Map<string, number>
}

/** The active fault plans. Exists only in a server started with FAULT_LAB. */
export interface FaultInjector {
  readonly set: (scope: string, plan: FaultPlan) => void
  /** Removes the plan of a scope; without one, all plans. */
  readonly clear: (scope?: string) => void
  readonly plan: (scope: string) => FaultPlan | null
  /** The active plans, and how many faults were applied at each of their points. */
  readonly report: () => FaultReport
  /**
   * Counts a visit to a fault point and returns the fault to apply. The first scope with a plan
   * decides.
   */
  readonly apply: (scopes: readonly string[], at: string) => InjectedFault | null
  /** The device faults. Null: none. The first scope with a plan decides. */
  readonly device: (scopes: readonly string[]) => ClientFaults | null
  /** Authenticates forwarded requests. */
  readonly secret: string
}

const isHealthy = ({ skewMs, storage, network }: ClientFaults): boolean =>
  skewMs === 0 && storage === "works" && network === "on"

const reportOf = (scope: string, { plan, met }: ActivePlan): FaultReport["plans"][number] => {
  const counts = plan.rules.map(({ at }): [string, number] => [at, met.get(at) ?? 0])
  return { scope, plan, met: Object.fromEntries(counts) }
}

export const makeFaultInjector = (): FaultInjector => {
  const plans = new Map<string, ActivePlan>()
  const activePlanFor = (scopes: readonly string[]): ActivePlan | undefined =>
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
    report: () => ({ plans: [...plans].map(([scope, active]) => reportOf(scope, active)) }),
    apply: (scopes, at) => {
      const active = activePlanFor(scopes)
      if (active === undefined) return null
      const occurrence = (active.visits.get(at) ?? 0) + 1
      active.visits.set(at, occurrence)
      const decided = decideFault(active.plan, at, occurrence)
      if (decided !== null) active.met.set(at, (active.met.get(at) ?? 0) + 1)
      return decided
    },
    device: (scopes) => {
      const faults = activePlanFor(scopes)?.plan.client
      return faults === undefined || isHealthy(faults) ? null : faults
    },
  }
}

/** The scopes of a request, most specific first. */
export const scopesOf = (request: IncomingMessage, memberId?: string): readonly string[] => {
  const named = request.headers[SCOPE_HEADER]
  const own = typeof named === "string" && named !== "" ? [named] : []
  return [...own, ...(memberId === undefined ? [] : [memberId]), DEFAULT_SCOPE]
}

const faultPoints = new Set([
  ...Object.keys(endpoints),
  "upload",
  "image",
  "asset",
  "page",
  "stream",
  "stream.open",
])

/** The first unknown fault point or reason of a plan, as a sentence. Null for a valid plan. */
export const faultPlanProblem = (plan: FaultPlan): string | null => {
  for (const { at, fault } of plan.rules) {
    if (!faultPoints.has(at))
      return `There is no fault point called ${at}: it is an endpoint's name, or ${others}.`
    if (fault.kind === "error" && !(fault.reason in REASONS)) return `There is no reason ${fault.reason}.`
  }
  return null
}

const others = "upload, image, asset, page, stream or stream.open"
