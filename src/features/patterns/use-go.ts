import { useMemo } from "react"
import { ENTRY_PATH, HOME_PATH } from "../../navigation/routes.ts"
import { useSystem } from "../../runtime/hooks/runtime-context.tsx"
import { useNavigation } from "../../runtime/hooks/use-navigation.tsx"

/** The ways of going that screens hand to their parts; what a tap leads to is told by the next page, so answers are not waited for. */
export interface Go {
  /** A page on top of this one. */
  readonly open: (url: string) => void
  readonly openTab: (url: string) => void
  readonly back: () => void
  /** Leaves everything behind: home for a member, the entry for a visitor. */
  readonly home: () => void
}

export const useGo = (): Go => {
  const { boot } = useSystem()
  const { navigateTo, switchTab, navigateBack, reLaunch } = useNavigation()
  return useMemo(
    () => ({
      open: (url) => void navigateTo(url),
      openTab: (url) => void switchTab(url),
      back: () => void navigateBack(),
      home: () => void reLaunch(boot.session.getSnapshot().context.user ? HOME_PATH : ENTRY_PATH),
    }),
    [boot, navigateTo, switchTab, navigateBack, reLaunch],
  )
}
