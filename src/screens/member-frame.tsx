import { useEffect } from "react"
import { useIntl } from "react-intl"
import { useNewBuild } from "../actors/context/build.ts"
import { useFeedback } from "../actors/context/feedback.ts"
import { useNavigation } from "../actors/context/navigation.tsx"
import { useFoundOutcomes } from "../actors/context/outcomes.ts"
import { useActor, useActorState } from "../actors/context/system.tsx"
import { ROUTES, urlOf } from "../domain/routes.ts"
import { TabBar, type TabId } from "../ui/TabBar.tsx"
import { loadPage } from "./routes.tsx"
import { whenIdle } from "./when-idle.ts"

const hrefs: Readonly<Record<TabId, string>> = {
  home: urlOf("home"),
  optional: urlOf("market"),
  trade: urlOf("trade"),
  hold: urlOf("hold"),
  my: urlOf("my"),
}

const tabOf = (path: string | undefined): TabId | undefined => {
  const tabs: readonly TabId[] = ["home", "optional", "trade", "hold", "my"]
  return tabs.find((id) => hrefs[id] === path)
}

/** Brings the code of the tab pages one after the other: what cannot be had now is asked for again when its page is opened. */
const bringTabs = async (): Promise<void> => {
  for (const { name } of ROUTES.filter(({ tab }) => tab)) await loadPage(name).catch(() => {})
}

/** The bar of a member: five tab pages. Their code comes when there is nothing better to do, so that a tap only has to draw. */
export const Tabs = () => {
  useEffect(() => whenIdle(() => void bringTabs()), [])
  const { tapTab } = useNavigation()
  const navigation = useActor("navigation")
  const active = useActorState(navigation, (snapshot) => tabOf(snapshot.context.pages.stack[0]?.path))
  return <TabBar active={active} hrefs={hrefs} onSelect={(id) => void tapTab(hrefs[id])} />
}

const FOUND_MS = 4_000

/** Says what became of an operation that was in doubt, wherever the member is by then. */
export const FoundOutcomes = () => {
  const intl = useIntl()
  const { toast } = useFeedback()
  useFoundOutcomes(({ outcome }) =>
    toast(intl.formatMessage({ id: `found.${outcome}` }), { icon: "none", durationMs: FOUND_MS }),
  )
  return null
}

/** Offers the build that has come meanwhile. Whoever declines gets it when the app is next opened. */
export const BuildOffer = () => {
  const intl = useIntl()
  const { modal } = useFeedback()
  useNewBuild((accept) => {
    const content = intl.formatMessage({ id: "page.outdated" })
    const confirmText = intl.formatMessage({ id: "page.reload" })
    void modal({ content, confirmText }).then(({ confirmed }) => {
      if (confirmed) accept()
    })
  })
  return null
}
