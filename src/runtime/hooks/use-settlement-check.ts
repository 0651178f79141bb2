/** Checks the settlement of a contract on this device. */
import { useEffect, useEffectEvent, useState } from "react"
import type { OrderDetail } from "../../domain/entities.ts"
import { type CheckedSettlement, checkSettlement } from "../check-settlement.ts"
import { useApiLayer } from "./runtime-context.tsx"

type CheckState =
  | { readonly kind: "idle" | "busy" | "failed" }
  | ({ readonly kind: "done" } & CheckedSettlement)

export interface SettlementCheck {
  readonly state: CheckState
  readonly check: () => void
}

/** A check that found no proof yet is repeated when the proof arrives. */
export const useSettlementCheck = (detail: OrderDetail): SettlementCheck => {
  const { marketTrust, caller } = useApiLayer()
  const [state, setState] = useState<CheckState>({ kind: "idle" })
  const check = async () => {
    setState({ kind: "busy" })
    try {
      const checked = await checkSettlement(detail, marketTrust, caller.baseUrl)
      setState({ kind: "done", ...checked })
    } catch {
      setState({ kind: "failed" })
    }
  }
  const isAwaited = state.kind === "done" && state.verdict.kind === "pending"
  const checkAgain = useEffectEvent(check)
  useEffect(() => {
    if (isAwaited && typeof detail.proof === "string") void checkAgain()
  }, [isAwaited, detail.proof])
  return { state, check: () => void check() }
}
