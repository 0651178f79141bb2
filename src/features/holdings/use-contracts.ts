import { useEffect, useEffectEvent, useRef } from "react"
import type { Order } from "../../domain/entities.ts"
import { liveResult, remaining } from "../../domain/position.ts"
import { usePageShown } from "../../runtime/hooks/page-context.tsx"
import { type ListView, useList } from "../../runtime/hooks/use-list.ts"
import { useRefresh } from "../../runtime/hooks/use-query.ts"
import { useQuotes, useServerNow } from "../../runtime/hooks/use-quotes.ts"

/** Events that change a list of contracts. */
const CONTRACT_EVENTS = ["order.accepted", "close.accepted"] as const

/** Poll intervals: short while the server is about to change a contract, long otherwise. */
const SOON_MS = 1_500
const SELDOM_MS = 10_000

/** Whether the server is about to open, close or settle the contract, or has just done so. */
const isDue = (order: Order, nowMs: number, price: string | undefined): boolean => {
  if (order.status === "completed") return false
  if (order.state === "accepted" || order.close_requested_at_ms !== null) return true
  if (remaining(order, nowMs)?.leftMs === 0) return true
  return price !== undefined && (liveResult(order, price)?.stoppedOut ?? false)
}

/** Polls while one of the contracts is pending and the page is visible. */
export const useContractPolling = (orders: readonly Order[], refresh: () => void): void => {
  const priceOf = useQuotes()
  const nowMs = useServerNow()
  const isPending = orders.some((order) => order.status === "pending")
  const isSoon = orders.some((order) => isDue(order, nowMs, priceOf(order.symbol)?.price))
  const renew = useEffectEvent(refresh)
  useEffect(() => {
    if (!isPending) return
    const timer = setInterval(
      () => {
        if (!document.hidden) renew()
      },
      isSoon ? SOON_MS : SELDOM_MS,
    )
    return () => clearInterval(timer)
  }, [isPending, isSoon])
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
