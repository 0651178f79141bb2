import { memo, useEffect, useEffectEvent } from "react"
import { useIntl } from "react-intl"
import { selectTop } from "../../machines/navigation.ts"
import { TAB_HREFS, TAB_IDS, type TabId } from "../domain/appearance.ts"
import { NOTICE_TOAST_MS } from "../domain/limits.ts"
import type { OperationResolved } from "../events/operation.ts"
import { useNoticeText } from "../features/notices/notice-text.ts"
import { useActor, useActorState, useRuntime, useSources } from "../runtime/hooks/runtime-context.tsx"
import { useFeedback } from "../runtime/hooks/use-feedback.ts"
import { useNavigation } from "../runtime/hooks/use-navigation.ts"
import { useNewBuilds } from "../runtime/hooks/use-new-builds.ts"
import { useAnnouncedNotices } from "../runtime/hooks/use-notices.ts"
import { useAppearance, useLocale } from "../runtime/hooks/use-preferences.ts"
import { useOpenedRecord, useRenewedPush } from "../runtime/hooks/use-push.ts"
import { useLiveConnection } from "../runtime/hooks/use-quotes.ts"
import { TabBar } from "../ui/TabBar.tsx"
import { createPageLayouts } from "./page-layout.ts"
import type { PageStackFeatures, PrerenderedPage } from "./page-slots.ts"
import { createPageTransitions } from "./page-transition.ts"
import { prerenderTabPages } from "./prerender.ts"

const tabOf = (path: string | undefined): TabId | undefined => TAB_IDS.find((id) => TAB_HREFS[id] === path)

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
  const active = useActorState(navigation, (snapshot) => tabOf(snapshot.context.pages.stack[0]?.path))
  const { tabs } = useAppearance()
  return (
    <TabBar active={active} order={tabs} hrefs={TAB_HREFS} onSelect={(id) => void tapTab(TAB_HREFS[id])} />
  )
})

/** Shows a toast when something happens to the member's money or records, by its own name. */
export const NoticeToasts = () => {
  const { toast } = useFeedback()
  const textOf = useNoticeText()
  useAnnouncedNotices((events) => toast(textOf(events), { icon: "none", durationMs: NOTICE_TOAST_MS }))
  return null
}

/** Keeps pushed notices in the member's language, and opens the record of one that was tapped. */
export const PushedNotices = () => {
  const { navigateTo } = useNavigation()
  useRenewedPush(useLocale().locale)
  useOpenedRecord((url) => void navigateTo(url))
  return null
}

/** Holds the connection that prices and the member's changes come over, on every page of a member. */
export const LiveConnection = () => {
  useLiveConnection()
  return null
}

/**
 * Shows a toast for each operation in doubt that was resolved, unless the page in view shows it itself:
 * the page that sent it does, also after a reload; another visit or another tab does not.
 */
export const ResolvedOperationToasts = () => {
  const intl = useIntl()
  const { toast } = useFeedback()
  const { boot } = useRuntime()
  const { resolvedOperations } = useSources()
  const show = useEffectEvent(({ outcome }: OperationResolved) =>
    toast(intl.formatMessage({ id: `found.${outcome}` }), { icon: "none" }),
  )
  useEffect(() => {
    const check = () => {
      const visit = selectTop(boot.navigation.getSnapshot())?.id
      for (const resolved of resolvedOperations.take()) if (resolved.visit !== visit) show(resolved)
    }
    check()
    return resolvedOperations.subscribe(check)
  }, [boot, resolvedOperations])
  return null
}

/** Asks whether to load a newer build now. */
export const UpdatePrompt = () => {
  const intl = useIntl()
  const { modal } = useFeedback()
  useNewBuilds(async () => {
    const content = intl.formatMessage({ id: "page.outdated" })
    const confirmText = intl.formatMessage({ id: "page.reload" })
    const { confirmed } = await modal({ content, confirmText })
    return confirmed
  })
  return null
}
