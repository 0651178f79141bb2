import { memo, useEffect } from "react"
import { TAB_HREFS } from "../domain/appearance.ts"
import { tabOf } from "../navigation/routes.ts"
import { useActor, useActorState, useRuntime } from "../runtime/hooks/runtime-context.tsx"
import { useNavigation } from "../runtime/hooks/use-navigation.ts"
import { useAppearance } from "../runtime/hooks/use-preferences.ts"
import { TabBar } from "../ui/TabBar.tsx"
import { createPageLayouts } from "./page-layout.ts"
import type { PageStackFeatures, PrerenderedPage } from "./page-slots.ts"
import { createPageTransitions } from "./page-transition.ts"
import { prerenderTabPages } from "./prerender.ts"

export interface TabsProps {
  /**
   * Called with what the page stack can do now, each time another page may be prerendered, and with
   * null on unmount.
   */
  readonly onFeatures: (features: PageStackFeatures | null) => void
}

/** A member's tab bar. It prerenders the tab pages, so that a tap only has to show one. */
export const Tabs = memo(({ onFeatures }: TabsProps) => {
  const { apiLayer } = useRuntime()
  useEffect(() => {
    let prerendered: readonly PrerenderedPage[] = []
    const layouts = createPageLayouts()
    const transitions = createPageTransitions(layouts)
    const { keepLayout } = layouts
    const publish = () =>
      onFeatures({ prerendered, keepLayout, transitionTo: transitions.withPrerendered(prerendered) })
    const render = (page: PrerenderedPage) => {
      prerendered = [...prerendered, page]
      publish()
    }
    publish()
    const stop = prerenderTabPages(render, async () => (await apiLayer.load()).running().length > 0)
    return () => {
      stop()
      transitions.runDeferredRenders()
      onFeatures(null)
    }
  }, [apiLayer, onFeatures])
  const { tapTab } = useNavigation()
  const navigation = useActor("navigation")
  const active = useActorState(navigation, (snapshot) => tabOf(snapshot.context.pages.stack[0]))
  const { tabs } = useAppearance()
  return (
    <TabBar active={active} order={tabs} hrefs={TAB_HREFS} onSelect={(id) => void tapTab(TAB_HREFS[id])} />
  )
})
