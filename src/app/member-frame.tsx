import { memo, useEffect } from "react"
import { useIntl } from "react-intl"
import { urlOf } from "../navigation/routes.ts"
import { useActor, useActorState, useRuntime } from "../runtime/hooks/runtime-context.tsx"
import { useFeedback } from "../runtime/hooks/use-feedback.ts"
import { useNavigation } from "../runtime/hooks/use-navigation.tsx"
import { useNewBuild } from "../runtime/hooks/use-new-build.ts"
import { useResolvedOperations } from "../runtime/hooks/use-resolved-operations.ts"
import { TabBar, type TabId } from "../ui/TabBar.tsx"
import { bringAhead } from "./ahead.ts"
import { keepLaidOut } from "./laid-out.ts"
import { drawDue, turnToWith } from "./page-turn.ts"
import type { Ahead, Stage } from "./scene.ts"
import { TabBarShape, TabShape } from "./tab-shape.tsx"

/** What keeps the place of the pages and of the bar until they come. */
export const shapes = { TabShape, TabBarShape }

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

export interface TabsProps {
  /** Hears what the pages have now: more of them are drawn ahead from time to time, and null when the bar goes. */
  readonly onStage: (stage: Stage | null) => void
}

/** The bar of a member: five tab pages. They are made ready when there is nothing better to do, so that a tap only has to show. */
export const Tabs = memo(({ onStage }: TabsProps) => {
  const { apiLayer } = useRuntime()
  useEffect(() => {
    let ahead: readonly Ahead[] = []
    const tell = () => onStage({ ahead, keepLaidOut, turnTo: turnToWith(ahead) })
    const draw = (page: Ahead) => {
      ahead = [...ahead, page]
      tell()
    }
    tell()
    const end = bringAhead(draw, async () => (await apiLayer()).running().length > 0)
    return () => {
      end()
      drawDue()
      onStage(null)
    }
  }, [apiLayer, onStage])
  const { tapTab } = useNavigation()
  const navigation = useActor("navigation")
  const active = useActorState(navigation, (snapshot) => tabOf(snapshot.context.pages.stack[0]?.path))
  return <TabBar active={active} hrefs={hrefs} onSelect={(id) => void tapTab(hrefs[id])} />
})

const FOUND_MS = 4_000

/** Says what became of an operation that was in doubt, wherever the member is by then. */
export const FoundOutcomes = () => {
  const intl = useIntl()
  const { toast } = useFeedback()
  useResolvedOperations(({ outcome }) =>
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
