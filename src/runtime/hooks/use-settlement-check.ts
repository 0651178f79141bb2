/** Checks the settlement of a contract on this device. */
import { useEffect, useEffectEvent, useState } from "react"
import type { OrderDetail } from "../../domain/entities.ts"
import { type CheckedSettlement, checkSettlement } from "../check-settlement.ts"
import { useApiLayer } from "./runtime-context.tsx"

/** What the last check found. `awaiting`: the market has not proved the settlement yet. */
export type SettlementCheck =
  | { readonly phase: "idle" | "busy" | "failed"; readonly found: null }
  | { readonly phase: "done" | "awaiting"; readonly found: CheckedSettlement }

/** Runs the check. A failure is one of the device or the network: nothing was found. */
export const settlementCheck = (read: () => Promise<CheckedSettlement>): Promise<SettlementCheck> =>
  read().then(
    (found) => ({ phase: found.verdict.kind === "pending" ? "awaiting" : "done", found }),
    () => ({ phase: "failed", found: null }),
  )

/** One check at a time. One that found no proof yet is repeated when the proof arrives. */
export const useSettlementCheck = (detail: OrderDetail): SettlementCheck & { readonly check: () => void } => {
  const { marketTrust, caller } = useApiLayer()
  const [state, setState] = useState<SettlementCheck>({ phase: "idle", found: null })
  const check = () => {
    if (state.phase === "busy") return
    setState({ phase: "busy", found: null })
    settlementCheck(() => checkSettlement(detail, marketTrust, caller.baseUrl)).then(setState)
  }
  const repeat = useEffectEvent(check)
  const isDue = state.phase === "awaiting" && typeof detail.proof === "string"
  useEffect(() => {
    if (isDue) repeat()
  }, [isDue])
  return { ...state, check }
}
