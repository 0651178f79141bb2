/** The member's balances, no older than what the stream says of them. */
import { useEffect, useEffectEvent, useMemo } from "react"
import type { WalletSummary } from "../../domain/cash.ts"
import type { FreshnessReport } from "../../events/freshness.ts"
import { createFreshness } from "../freshness.ts"
import { usePageShown } from "./page-context.tsx"
import { useRuntime } from "./runtime-context.tsx"
import { usePageActor } from "./use-page-actor.ts"
import { type QueryView, useQuery } from "./use-query.ts"

/** Operations of this app that change the balance; the stream may be down when they are accepted. */
const OWN_OPERATIONS = [
  "order.accepted",
  "close.accepted",
  "deposit.accepted",
  "withdrawal.accepted",
] as const

const selectNothing = () => ({})

/**
 * The wallet's figures, all of one revision. They are asked for again when the stream has brought a
 * later event of the member than they include, and never while an answer is under way: so an answer
 * that is current already is not asked for twice.
 */
export const useWallet = (): QueryView<WalletSummary> => {
  const { member, pageActors, now } = useRuntime()
  const wallet = useQuery("walletSummary", {}, { refreshOn: OWN_OPERATIONS })
  const { data, busy, atMs } = wallet
  const { actor, follow, show } = useMemo(
    () => createFreshness({ pageActors, now }, "wallet"),
    [pageActors, now],
  )
  usePageActor(actor, selectNothing)
  const ask = useEffectEvent(({ type }: FreshnessReport) => {
    if (type === "freshness.renew") wallet.onRenew()
    else wallet.onRetry()
  })
  useEffect(() => {
    const subscription = actor.onEmit((report) => ask(report))
    return () => subscription.unsubscribe()
  }, [actor])
  // after the subscription: a page that loads is shown at once
  usePageShown(() => show(atMs))
  useEffect(() => {
    let isLeft = false
    let stop = () => {}
    const answer = { number: data === undefined ? null : (data.number ?? 0), isBusy: busy }
    member.load().then(
      ({ market }) => {
        if (!isLeft) stop = follow(market, answer)
      },
      () => {},
    )
    return () => {
      isLeft = true
      stop()
    }
  }, [member, follow, data, busy])
  return wallet
}
