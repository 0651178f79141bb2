/** Calls back when something on the page is no longer pending. */
import { useEffect, useEffectEvent, useMemo } from "react"
import { settlementMachine } from "../../../machines/settlement.ts"
import type { Runtime } from "../runtime.ts"
import { useRuntime } from "./runtime-context.tsx"
import { usePageActor } from "./use-page-actor.ts"

/** The watch of a page; `name` is unique within the page. */
export const createSettlement = ({ pageActors, now }: Pick<Runtime, "pageActors" | "now">, name: string) => {
  const actor = pageActors.create(`settlement:${name}`, settlementMachine, undefined)
  return {
    actor,
    compare: (pending: readonly string[]) => actor.send({ type: "settlement.compared", pending, at: now() }),
  }
}

const selectNothing = () => ({})

/** `pending`: the ids of what is pending by the page's answer; undefined without an answer. */
export const useSettlement = (
  name: string,
  pending: readonly string[] | undefined,
  onSettled: () => void,
): void => {
  const { pageActors, now } = useRuntime()
  const { actor, compare } = useMemo(
    () => createSettlement({ pageActors, now }, name),
    [pageActors, now, name],
  )
  usePageActor(actor, selectNothing)
  const notify = useEffectEvent(onSettled)
  useEffect(() => {
    const subscription = actor.onEmit(() => notify())
    return () => subscription.unsubscribe()
  }, [actor])
  const ids = pending?.join(" ")
  useEffect(() => {
    if (ids !== undefined) compare(ids.split(" ").filter((id) => id !== ""))
  }, [compare, ids])
}
