import { Schema } from "effect"
import {
  type ClientFaults,
  DEFAULT_SCOPE,
  FAULT_LAB_PATH,
  type FaultPlan,
  FaultReport,
  NO_FAULTS,
} from "../../src/contract/faults.ts"

const decodeReport = Schema.decodeUnknownSync(FaultReport)

/** A fault plan with optional parts. Default: no rules, no device faults, the usual seed. */
export interface Wanted {
  readonly seed?: string
  readonly rules?: FaultPlan["rules"]
  readonly client?: Partial<ClientFaults>
}

/** A plan with its defaults filled in. */
export const planOf = ({ seed = NO_FAULTS.seed, rules = [], client = {} }: Wanted): FaultPlan => ({
  seed,
  rules,
  client: { ...NO_FAULTS.client, ...client },
})

/** Fault injection of a server started with `FAULT_LAB=1`. */
export interface FaultInjection {
  /**
   * Replaces the plan of all requests, or of requests with this scope. Throws if the server refuses
   * it.
   */
  readonly force: (wanted: Wanted, scope?: string) => Promise<void>
  /** Clears the plan of a scope, or all plans. */
  readonly clear: (scope?: string) => Promise<void>
  readonly report: () => Promise<FaultReport>
  /** How often a fault point has met a fault of the current plan. */
  readonly met: (at: string, scope?: string) => Promise<number>
}

export const faultInjection = (url: string): FaultInjection => {
  const control = (method: string, scope: string | undefined, body?: string) => {
    const query = scope === undefined ? "" : `?${new URLSearchParams({ scope })}`
    return fetch(`${url}${FAULT_LAB_PATH}${query}`, { method, ...(body === undefined ? {} : { body }) })
  }
  const report = async () => decodeReport(await (await control("GET", undefined)).json())
  return {
    report,
    force: async (wanted, scope) => {
      const answer = await control("PUT", scope, JSON.stringify(planOf(wanted)))
      if (!answer.ok) throw new Error(`the plan was refused: ${await answer.text()}`)
    },
    clear: async (scope) => void (await control("DELETE", scope)),
    met: async (at, scope = DEFAULT_SCOPE) =>
      (await report()).plans.find((plan) => plan.scope === scope)?.met[at] ?? 0,
  }
}
