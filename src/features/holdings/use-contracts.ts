import { useEffect, useEffectEvent, useRef } from "react"
import type { Order } from "../../domain/entities.ts"
import { liveResult, remaining } from "../../domain/position.ts"
import { usePageShown } from "../../runtime/hooks/page-context.tsx"
import { useRuntime } from "../../runtime/hooks/runtime-context.tsx"
import { useSources } from "../../runtime/hooks/sources-context.ts"
import { type ListView, useList } from "../../runtime/hooks/use-list.ts"
import { useRefresh } from "../../runtime/hooks/use-query.ts"

/** Events that change a list of contracts. */
const CONTRACT_EVENTS = ["order.accepted", "close.accepted", "member.changed"] as const

/** Poll intervals: short while the server is about to change a contract, long otherwise. */
const SOON_MS = 1_500
const SELDOM_MS = 10_000

/** Whether the server is about to open, close or settle the contract, or has just done so. */
const isDue = (order: Order, nowMs: number, price: string | undefined): boolean => {
  if (order.status === "completed") return false
  if (order.state === "accepted" || order.closeRequestedAtMs !== null) return true
  if (remaining(order, nowMs)?.leftMs === 0) return true
  return price !== undefined && (liveResult(order, price)?.stoppedOut ?? false)
}

/** Polls while one of the contracts is pending and the page is visible. Causes no renders. */
export const useContractPolling = (orders: readonly Order[], refresh: () => void): void => {
  const { now } = useRuntime()
  const { quotes } = useSources()
  const isPending = orders.some((order) => order.status === "pending")
  const renew = useEffectEvent(refresh)
  const isAnyDue = useEffectEvent(() => {
    const serverNowMs = now() + quotes.clockOffsetMs()
    return orders.some((order) => isDue(order, serverNowMs, quotes.get(order.symbol)?.price))
  })
  useEffect(() => {
    if (!isPending) return
    let sinceMs = 0
    const timer = setInterval(() => {
      sinceMs += SOON_MS
      if (document.hidden || (sinceMs < SELDOM_MS && !isAnyDue())) return
      sinceMs = 0
      renew()
    }, SOON_MS)
    return () => clearInterval(timer)
  }, [isPending])
}

/** Calls `onSettled` when a contract is no longer pending. */
const useOnSettled = (pending: readonly Order[], onSettled: () => void): void => {
  const notify = useEffectEvent(onSettled)
  const known = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const ids = new Set(pending.map((order) => order.id))
    const isGone = [...known.current].some((id) => !ids.has(id))
    known.current = ids
    if (isGone) notify()
  }, [pending])
}

export interface Contracts {
  readonly pending: ListView<Order>
  readonly completed: ListView<Order>
}

/** Pending and completed contracts, optionally of one symbol. */
export const useContracts = (symbol?: string): Contracts => {
  const of = symbol === undefined ? {} : { symbol }
  const refreshOn = CONTRACT_EVENTS
  const pending = useList("orders", { status: "pending", ...of }, { refreshOn })
  const completed = useList("orders", { status: "completed", ...of }, { refreshOn })
  const refresh = useRefresh()
  usePageShown(pending.onRefresh)
  useContractPolling(pending.items, pending.onRefresh)
  useOnSettled(pending.items, () => {
    completed.onRefresh()
    refresh("walletSummary", "userInfo")
  })
  return { pending, completed }
}
