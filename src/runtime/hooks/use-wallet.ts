/** The member's balances, no older than what the stream says of them. */
import { useEffect, useEffectEvent, useState } from "react"
import type { StreamSnapshot } from "../../../machines/stream.ts"
import type { WalletSummary } from "../../domain/cash.ts"
import { BALANCE_FRESH_MS } from "../../domain/limits.ts"
import { usePageShown } from "./page-context.tsx"
import { type SnapshotSource, useRuntime } from "./runtime-context.tsx"
import { type QueryView, useQuery } from "./use-query.ts"

/** Operations of this app that change the balance; the stream may be down when they are accepted. */
const OWN_OPERATIONS = ["operation.accepted"] as const

/** What a page knows of its answer. */
export interface AnswerState {
  /** The member's last event that the answer includes; null without an answer. */
  readonly number: number | null
  /** Another answer is under way. */
  readonly isBusy: boolean
}

export interface FreshnessReports {
  /** The stream has brought a later event than the answer includes. */
  readonly onOutdated: () => void
  /** The network is lost: the answer is to be marked as the last known one. */
  readonly onOffline: () => void
}

/**
 * Compares a page's answer with the stream. It reports once for each event that the answer lacks: a
 * server that goes on answering with an older one is not asked without end.
 */
export const createFreshness = () => {
  /** The event for which the answer was last asked for; 0 while it is current. */
  let asked = 0
  let isOffline = false
  const compare = (number: number | null, answer: AnswerState, { onOutdated }: FreshnessReports) => {
    if (number === null || answer.number === null || answer.isBusy) return
    if (answer.number >= number) asked = 0
    else if (number > asked) {
      asked = number
      onOutdated()
    }
  }
  return {
    /** Compares now, and after each later event of the member. Returns a function that stops it. */
    follow: (
      stream: SnapshotSource<StreamSnapshot>,
      answer: AnswerState,
      reports: FreshnessReports,
    ): (() => void) => {
      const look = (snapshot: StreamSnapshot) => {
        const wasOffline = isOffline
        isOffline = snapshot.hasTag("offline")
        if (isOffline && !wasOffline) reports.onOffline()
        compare(snapshot.context.number, answer, reports)
      }
      const subscription = stream.subscribe(look)
      look(stream.getSnapshot())
      return () => subscription.unsubscribe()
    },
  }
}

/**
 * The wallet's figures, all of one revision. They are requested again when the stream has brought a
 * later event of the member than they include, and never while an answer is under way: so an answer
 * that is current already is not asked for twice.
 */
export const useWallet = (): QueryView<WalletSummary> => {
  const { member, now } = useRuntime()
  const wallet = useQuery("walletSummary", {}, { refreshOn: OWN_OPERATIONS })
  const { data, busy, atMs } = wallet
  const [freshness] = useState(createFreshness)
  const renew = useEffectEvent(wallet.onRenew)
  const refresh = useEffectEvent(wallet.onRetry)
  usePageShown(() => {
    if (atMs !== undefined && now() - atMs > BALANCE_FRESH_MS) wallet.onRetry()
  })
  useEffect(() => {
    let isLeft = false
    let stop = () => {}
    const answer = { number: data === undefined ? null : (data.number ?? 0), isBusy: busy }
    const reports = { onOutdated: () => renew(), onOffline: () => refresh() }
    member.load().then(
      ({ stream }) => {
        if (!isLeft) stop = freshness.follow(stream, answer, reports)
      },
      () => {},
    )
    return () => {
      isLeft = true
      stop()
    }
  }, [member, freshness, data, busy])
  return wallet
}
