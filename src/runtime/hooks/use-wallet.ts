/** The member's balances, no older than what the stream says of them. */
import { useEffect, useEffectEvent, useMemo } from "react"
import { freshnessMachine } from "../../../machines/freshness.ts"
import { type MarketSnapshot, type marketMachine, marketPhase } from "../../../machines/market.ts"
import type { WalletSummary } from "../../domain/cash.ts"
import type { FreshnessReport } from "../../events/freshness.ts"
import type { ActorHandle } from "../actor-host.ts"
import type { Runtime } from "../runtime.ts"
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

type MarketSource = Pick<ActorHandle<typeof marketMachine>, "getSnapshot" | "subscribe">

/** What a page knows of the answer. */
export interface AnswerState {
  /** The member's last event that the answer includes; null without an answer. */
  readonly number: number | null
  /** Another answer is under way. */
  readonly isBusy: boolean
}

/** The comparison of a page's answer with the stream. It reports when the answer is to be asked for. */
export const createFreshness = ({ pageActors, now }: Pick<Runtime, "pageActors" | "now">, name: string) => {
  const actor = pageActors.create(`freshness:${name}`, freshnessMachine, undefined)
  const compare = (number: number | null, answer: AnswerState) => {
    if (number === null || answer.number === null || answer.isBusy) return
    actor.send({ type: "freshness.compared", answered: answer.number, number, at: now() })
  }
  return {
    actor,
    /** The page is shown with an answer of this time. */
    show: (answeredAtMs: number | undefined) => {
      if (answeredAtMs !== undefined) actor.send({ type: "freshness.shown", answeredAtMs, at: now() })
    },
    /** Compares now, and after each later event of the member. Returns a function that stops it. */
    follow: (market: MarketSource, answer: AnswerState): (() => void) => {
      let known: string | null = null
      const look = (snapshot: MarketSnapshot) => {
        const { number } = snapshot.context
        const isOffline = marketPhase(snapshot) === "offline"
        // every frame of prices is a change of the market
        if (known === `${number} ${isOffline}`) return
        known = `${number} ${isOffline}`
        actor.send({ type: isOffline ? "freshness.wentOffline" : "freshness.cameOnline", at: now() })
        compare(number, answer)
      }
      const subscription = market.subscribe(look)
      look(market.getSnapshot())
      return () => subscription.unsubscribe()
    },
  }
}

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
