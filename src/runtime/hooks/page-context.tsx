/** The identity of a page and hooks for its lifecycle. */
import { shallowEqual } from "@xstate/react"
import { createContext, useContext, useEffect, useEffectEvent, useId, useRef } from "react"
import type { AnyStateMachine, SnapshotFrom } from "xstate"
import type { Query } from "../../events/navigation.ts"
import type { PageActor } from "../actors/page-actors.ts"
import { useActorState, useEmitted, useRuntime } from "./runtime-context.tsx"

export interface PageIdentity {
  readonly id: string
  readonly name: string
  readonly query: Query
}

const PageContext = createContext<PageIdentity | null>(null)

export const PageProvider = PageContext.Provider

/** The page around the component. */
export const usePage = (): PageIdentity => {
  const page = useContext(PageContext)
  if (!page) throw new Error("usePage is used outside of a page")
  return page
}

/**
 * Calls back when the page loads and each time it is shown again: after back, a change of tab, or
 * the app's return from the background.
 */
export const usePageShown = (callback: () => void): void => {
  const { boot } = useRuntime()
  const { id } = usePage()
  const shown = useEffectEvent(callback)
  useEffect(() => {
    // React reruns the effects of a hidden page when it is shown
    shown()
  }, [])
  useEmitted(boot.navigation, (emitted) => {
    if (emitted.type === "page.show" && emitted.id === id) callback()
  })
}

/** While `open`, back (the browser's too) calls `close` instead of leaving the page. */
export const useOverlay = (open: boolean, close: () => void): void => {
  const { boot, now } = useRuntime()
  const overlay = useId()
  const dismissed = useEffectEvent(close)
  useEffect(() => {
    if (!open) return
    const { navigation } = boot
    navigation.send({ type: "navigation.openOverlay", overlay, at: now() })
    const subscription = navigation.onEmit((emitted) => {
      if (emitted.type === "navigation.overlayDismissed" && emitted.overlay === overlay) dismissed()
    })
    return () => {
      subscription.unsubscribe()
      navigation.send({ type: "navigation.closeOverlay", overlay, at: now() })
    }
  }, [open, overlay, boot, now])
}

/**
 * Starts the actor, which stops with the page, and selects from its snapshot. The component renders
 * only when a value of the selected object changes. One that shows another actor instead stops the
 * earlier one.
 */
export const usePageActor = <M extends AnyStateMachine, T extends object>(
  actor: PageActor<M>,
  selector: (snapshot: SnapshotFrom<M>) => T,
): T => {
  const { id } = usePage()
  const shown = useRef(actor)
  useEffect(() => {
    if (shown.current !== actor) shown.current.stop()
    shown.current = actor
    // a prerendered page has no effects before it is visited and has its own id
    actor.start(id)
  }, [actor, id])
  return useActorState(actor, selector, shallowEqual)
}
