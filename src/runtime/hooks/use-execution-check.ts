/** Verifies the figures of a month on this device, and that they count the member's own contracts. */
import { Effect } from "effect"
import { useEffect, useState } from "react"
import { DAY_MS } from "../../domain/account-day.ts"
import { openNote, readMarketKey } from "../../domain/check-settlement.ts"
import type { Counted } from "../../domain/counted.ts"
import {
  checkCounted,
  type ExecutionMonth,
  isEndedIn,
  monthMs,
  type OwnCounted,
  readExecution,
} from "../../domain/execution.ts"
import type { ApiLayer } from "../api/api-layer.ts"
import { readContracts } from "../api/own-contracts.ts"
import { useApiLayer } from "./runtime-context.tsx"
import { useSession } from "./use-session.ts"

/** Ids in one request, and contracts that are checked. */
const IDS_MAX = 50
const CHECKED_MAX = 1_000
/** No contract runs longer. */
const LOOK_BACK_MS = 366 * DAY_MS

export interface ExecutionCheck {
  /** Null where they are not signed by the market that this device knows. */
  readonly figures: ExecutionMonth | null
  /** The member's own; absent for a visitor, null where they could not be checked. */
  readonly own?: OwnCounted | null
}

const checkOwn = async (figures: ExecutionMonth, memberId: string, call: ApiLayer["call"]) => {
  const { month } = figures
  const contracts = await readContracts(call, monthMs(month).fromMs - LOOK_BACK_MS)
  const ended = contracts.orders.filter((order) => isEndedIn(month, order))
  const orders = ended.slice(0, CHECKED_MAX)
  const places: Counted[] = []
  for (let from = 0; from < orders.length; from += IDS_MAX) {
    const ids = orders.slice(from, from + IDS_MAX).map(({ id }) => id)
    const request = { month, ids: ids.join(",") }
    places.push(...(await Effect.runPromise(call("executionPlaces", request, { quiet: true }))))
  }
  const isWhole = contracts.isWhole && orders.length === ended.length
  return checkCounted(figures, { id: memberId, orders, isWhole }, places)
}

/** What the check found; null while it runs or without a note. */
export const useExecutionCheck = (note: string | undefined): ExecutionCheck | null => {
  const { marketTrust, caller, call } = useApiLayer()
  const isMember = useSession().user !== null
  const [found, setFound] = useState<(ExecutionCheck & { readonly note: string }) | null>(null)
  useEffect(() => {
    if (note === undefined) return
    let isCurrent = true
    const show = (check: ExecutionCheck) => {
      if (isCurrent) setFound({ ...check, note })
    }
    const check = async () => {
      const key = readMarketKey((await marketTrust.key()) ?? "")
      const text = key === null ? null : await openNote(note, key)
      const figures = text === null ? null : readExecution(text)
      show({ figures })
      const memberId = isMember ? caller.userId() : null
      if (figures === null || memberId === null) return
      const own = await checkOwn(figures, memberId, call).catch(() => null)
      show({ figures, own })
    }
    check().catch(() => show({ figures: null }))
    return () => {
      isCurrent = false
    }
  }, [note, isMember, marketTrust, caller, call])
  return found?.note === note ? found : null
}
