import { useMemo } from "react"
import { useNavigation } from "../actors/context/navigation.tsx"

/** The ways of going that screens hand to their parts; what a tap leads to is told by the next page, so answers are not waited for. */
export interface Go {
  /** A page on top of this one. */
  readonly open: (url: string) => void
  readonly openTab: (url: string) => void
  readonly back: () => void
}

export const useGo = (): Go => {
  const { navigateTo, switchTab, navigateBack } = useNavigation()
  return useMemo(
    () => ({
      open: (url) => void navigateTo(url),
      openTab: (url) => void switchTab(url),
      back: () => void navigateBack(),
    }),
    [navigateTo, switchTab, navigateBack],
  )
}
