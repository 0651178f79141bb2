/** The member's balances, no older than what the stream says of them. */
import { useEffect, useEffectEvent, useRef } from "react"
import { type MarketSnapshot, marketPhase } from "../../../machines/market.ts"
import type { WalletSummary } from "../../domain/cash.ts"
import { BALANCE_FRESH_MS } from "../../domain/limits.ts"
import { usePageShown } from "./page-context.tsx"
import { useRuntime } from "./runtime-context.tsx"
import { type QueryView, useQuery } from "./use-query.ts"

/** Operations of this app that change the balance; the stream may be down when they are accepted. */
const OWN_OPERATIONS = [
  "order.accepted",
  "close.accepted",
  "deposit.accepted",
  "withdrawal.accepted",
] as const

/**
 * The wallet's figures, all of one revision. They are asked for again when the stream has brought a
 * later event of the member than they include, and never while an answer is under way: so an answer
 * that is current already is not asked for twice. They are also asked for when the network is lost:
 * the failure marks them as the last known ones.
 */
export const useWallet = (): QueryView<WalletSummary> => {
  const { member, now } = useRuntime()
  const wallet = useQuery("walletSummary", {}, { refreshOn: OWN_OPERATIONS })
  const { data, busy, onRenew } = wallet
  usePageShown(() => {
    if (wallet.atMs !== undefined && now() - wallet.atMs > BALANCE_FRESH_MS) wallet.onRetry()
  })
  const asked = useRef(0)
  const check = useEffectEvent((number: number | null) => {
    if (number === null || data === undefined || busy) return
    // once for each number: a server that answers with an older one is not asked without end
    if ((data.number ?? 0) >= number || asked.current >= number) return
    asked.current = number
    onRenew()
  })
  const wasOffline = useRef(false)
  const look = useEffectEvent((snapshot: MarketSnapshot) => {
    const isOffline = marketPhase(snapshot) === "offline"
    if (isOffline && !wasOffline.current) wallet.onRetry()
    wasOffline.current = isOffline
    check(snapshot.context.number)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is compared when it arrives
  useEffect(() => {
    let isLeft = false
    let stop = () => {}
    member.load().then(
      ({ market }) => {
        if (isLeft) return
        const subscription = market.subscribe(look)
        stop = () => subscription.unsubscribe()
        look(market.getSnapshot())
      },
      () => {},
    )
    return () => {
      isLeft = true
      stop()
    }
  }, [member, data, busy])
  return wallet
}
