/** Whether a page's answer is older than what the stream says of it. */
import { freshnessMachine } from "../../machines/freshness.ts"
import { type MarketSnapshot, type marketMachine, marketPhase } from "../../machines/market.ts"
import type { ActorHandle } from "./actor-host.ts"
import type { Runtime } from "./runtime.ts"

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
