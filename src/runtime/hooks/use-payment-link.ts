/** Opens the provider's page of a payment that was started on this page. */
import { useMemo } from "react"
import { linkMachine } from "../../../machines/link.ts"
import type { Runtime } from "../runtime.ts"
import { useRuntime } from "./runtime-context.tsx"
import { usePageActor } from "./use-page-actor.ts"

/** Browsers may block the new window, so the page shows the link too. */
const openWindow = (url: string): void => void window.open(url, "_blank", "noopener,noreferrer")

export const createPaymentLink = (
  { pageActors, now }: Pick<Runtime, "pageActors" | "now">,
  open = openWindow,
) => {
  const actor = pageActors.create("link", linkMachine, undefined)
  return {
    actor,
    /** The member starts a payment. */
    onStarted: () => actor.send({ type: "link.await", at: now() }),
    /** A link is known. */
    onLink: (url: string) => {
      // the report comes while the event is handled
      const opening = actor.onEmit(() => open(url))
      actor.send({ type: "link.received", at: now() })
      opening.unsubscribe()
    },
  }
}

const selectNothing = () => ({})

export const usePaymentLink = (): Omit<ReturnType<typeof createPaymentLink>, "actor"> => {
  const { pageActors, now } = useRuntime()
  const link = useMemo(() => createPaymentLink({ pageActors, now }), [pageActors, now])
  usePageActor(link.actor, selectNothing)
  return link
}
