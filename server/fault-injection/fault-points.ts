import { endpoints } from "../../src/contract/endpoints.ts"
import { REASONS } from "../../src/contract/errors.ts"
import type { FaultPlan } from "../../src/contract/faults.ts"

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
