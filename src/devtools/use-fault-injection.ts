/** Reads and changes the fault plan of a server that was started with fault injection. */
import { Schema } from "effect"
import { useEffect, useState } from "react"
import { DEFAULT_SCOPE, FAULT_LAB_PATH, type FaultPlan, FaultReport, NO_FAULTS } from "../contract/faults.ts"

const decodeReport = Schema.decodeUnknownOption(FaultReport)

export type ActiveFaults = Pick<FaultReport["plans"][number], "plan" | "met">

const isNavigation = (entry: PerformanceEntry | undefined): entry is PerformanceNavigationTiming =>
  entry !== undefined && "serverTiming" in entry

/**
 * A Server-Timing header of the page announces fault injection; without any such header (in
 * development) it is possible.
 */
const isPossible = (): boolean => {
  const [document] = performance.getEntriesByType("navigation")
  const announced = isNavigation(document) ? document.serverTiming.map(({ name }) => name) : []
  return announced.length === 0 || announced.includes("lab")
}

/** The plan for all clients with its counts; null if the server has no fault injection. */
const read = async (): Promise<ActiveFaults | null> => {
  if (!isPossible()) return null
  const response = await fetch(FAULT_LAB_PATH, { cache: "no-store" })
  if (!response.ok) return null
  const decoded = decodeReport(await response.json())
  if (decoded._tag === "None") return null
  return decoded.value.plans.find(({ scope }) => scope === DEFAULT_SCOPE) ?? { plan: NO_FAULTS, met: {} }
}

const write = async (plan: FaultPlan): Promise<boolean> =>
  (await fetch(FAULT_LAB_PATH, { method: "PUT", body: JSON.stringify(plan) })).ok

export interface FaultInjection {
  /** Null until loaded, and if the server has no fault injection. */
  readonly active: ActiveFaults | null
  /**
   * Changes the server's current plan, which the command line may have changed. Resolves to false
   * if it was refused.
   */
  readonly change: (next: (plan: FaultPlan) => FaultPlan) => Promise<boolean>
}

export const useFaultInjection = (): FaultInjection => {
  const [active, setActive] = useState<ActiveFaults | null>(null)
  useEffect(() => {
    read().then(setActive, () => {})
  }, [])
  const change: FaultInjection["change"] = async (next) => {
    try {
      const before = await read()
      const isAccepted = before !== null && (await write(next(before.plan)))
      if (isAccepted) setActive(await read())
      return isAccepted
    } catch {
      return false
    }
  }
  return { active, change }
}
