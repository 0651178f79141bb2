/** The console's line to the fault lab of the server. */
import { Schema } from "effect"
import { useEffect, useState } from "react"
import { EVERYONE, FAULT_LAB_PATH, type FaultPlan, FaultReport, NO_FAULTS } from "../contract/faults.ts"

const decodeReport = Schema.decodeUnknownOption(FaultReport)

type Standing = Pick<FaultReport["plans"][number], "plan" | "met">

const isNavigation = (entry: PerformanceEntry | undefined): entry is PerformanceNavigationTiming =>
  entry !== undefined && "serverTiming" in entry

/** A server says with its page whether it has a lab; one that says nothing at all (in development) has to be asked. */
const canBeAsked = (): boolean => {
  const [document] = performance.getEntriesByType("navigation")
  const said = isNavigation(document) ? document.serverTiming.map(({ name }) => name) : []
  return said.length === 0 || said.includes("lab")
}

/** The plan for everyone and what has met it; null where there is no lab. */
const read = async (): Promise<Standing | null> => {
  if (!canBeAsked()) return null
  const response = await fetch(FAULT_LAB_PATH, { cache: "no-store" })
  if (!response.ok) return null
  const decoded = decodeReport(await response.json())
  if (decoded._tag === "None") return null
  return decoded.value.plans.find(({ scope }) => scope === EVERYONE) ?? { plan: NO_FAULTS, met: {} }
}

const write = async (plan: FaultPlan): Promise<boolean> =>
  (await fetch(FAULT_LAB_PATH, { method: "PUT", body: JSON.stringify(plan) })).ok

export interface FaultLab {
  /** Null while it is not known, and where there is no lab. */
  readonly standing: Standing | null
  /** Changes the plan that is in force by then: the command line may have had a word meanwhile. Answers whether the server has taken it. */
  readonly change: (next: (plan: FaultPlan) => FaultPlan) => Promise<boolean>
}

export const useFaultLab = (): FaultLab => {
  const [standing, setStanding] = useState<Standing | null>(null)
  useEffect(() => {
    read().then(setStanding, () => {})
  }, [])
  const change: FaultLab["change"] = async (next) => {
    try {
      const before = await read()
      const isTaken = before !== null && (await write(next(before.plan)))
      if (isTaken) setStanding(await read())
      return isTaken
    } catch {
      return false
    }
  }
  return { standing, change }
}
