/** Asks for candles again when those on the screen are too old to follow the live price. */
import { useEffect, useEffectEvent, useMemo } from "react"
import { candlesMachine } from "../../../machines/candles.ts"
import type { CandlesEvent } from "../../events/candles.ts"
import type { Runtime } from "../runtime.ts"
import { useRuntime } from "./runtime-context.tsx"
import { usePageActor } from "./use-page-actor.ts"

type Compared = Pick<CandlesEvent, "day" | "added">

export const createCandlesWatch = ({ pageActors, now }: Pick<Runtime, "pageActors" | "now">) => {
  const actor = pageActors.create("candles", candlesMachine, undefined)
  return {
    actor,
    compare: (compared: Compared) => actor.send({ type: "candles.compared", ...compared, at: now() }),
  }
}

const selectNothing = () => ({})

/** Compares whenever the day or the number of added bars changes, not with each price. */
export const useCandlesWatch = ({ day, added }: Compared, onOutdated: () => void): void => {
  const { pageActors, now } = useRuntime()
  const { actor, compare } = useMemo(() => createCandlesWatch({ pageActors, now }), [pageActors, now])
  usePageActor(actor, selectNothing)
  const ask = useEffectEvent(onOutdated)
  useEffect(() => {
    const subscription = actor.onEmit(() => ask())
    return () => subscription.unsubscribe()
  }, [actor])
  useEffect(() => compare({ day, added }), [compare, day, added])
}
