/** Navigation commands for components. */
import { useMemo } from "react"
import { ENTRY_PATH, HOME_PATH } from "../../navigation/routes.ts"
import { createNavigation, type Navigation } from "../navigation-calls.ts"
import { useRuntime } from "./runtime-context.tsx"

export const useNavigation = (): Navigation => {
  const runtime = useRuntime()
  return useMemo(() => createNavigation(runtime), [runtime])
}

/** Navigation commands of a page. They do not wait for the answer: the page that opens shows it. */
export interface PageNavigation {
  /** Opens a page on top of this one. */
  readonly open: (url: string) => void
  readonly openTab: (url: string) => void
  readonly back: () => void
  /** Closes every page and opens home for a member, the login page for a visitor. */
  readonly home: () => void
}

export const usePageNavigation = (): PageNavigation => {
  const { boot } = useRuntime()
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

/** The props of a link to a page. */
export interface PageLink {
  readonly href: string
  readonly onPress: () => void
}

/** Makes the props of links that open a page on top of this one. */
export const usePageLink = (): ((url: string) => PageLink) => {
  const { open } = usePageNavigation()
  return (url) => ({ href: url, onPress: () => open(url) })
}
