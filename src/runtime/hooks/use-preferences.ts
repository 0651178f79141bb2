/** The site's configuration and the member's preferences. */
import { useCallback } from "react"
import {
  selectAmountsHidden,
  selectAppearance,
  selectColours,
  selectConfig,
  selectLocale,
  selectTheme,
} from "../../../machines/startup.ts"
import type { Appearance } from "../../domain/appearance.ts"
import type { SystemConfig } from "../../domain/entities.ts"
import type { Locale } from "../../domain/limits.ts"
import type { MarketColours, Theme } from "../../events/startup.ts"
import { useActor, useActorState } from "./runtime-context.tsx"

export const useLocale = () => {
  const startup = useActor("startup")
  const setLocale = useCallback(
    (locale: Locale) => startup.send({ type: "startup.setLocale", locale }),
    [startup],
  )
  return { locale: useActorState(startup, selectLocale), setLocale }
}

export const useTheme = () => {
  const startup = useActor("startup")
  const setTheme = useCallback((theme: Theme) => startup.send({ type: "startup.setTheme", theme }), [startup])
  return { theme: useActorState(startup, selectTheme), setTheme }
}

/** The colours in which up and down are drawn. */
export const useColours = () => {
  const startup = useActor("startup")
  const setColours = useCallback(
    (colours: MarketColours) => startup.send({ type: "startup.setColours", colours }),
    [startup],
  )
  return { colours: useActorState(startup, selectColours), setColours }
}

/** Whether balances are hidden on this device. */
export const useAmountsHidden = () => {
  const startup = useActor("startup")
  const areHidden = useActorState(startup, selectAmountsHidden)
  const toggle = useCallback(
    () => startup.send({ type: "startup.hideAmounts", hidden: !areHidden }),
    [startup, areHidden],
  )
  return { areHidden, toggle }
}

/** The configured appearance; until it is known, that of the last start or the app's own. */
export const useAppearance = (): Appearance => useActorState(useActor("startup"), selectAppearance)

/** Null until known. */
export const useConfig = (): SystemConfig | null => useActorState(useActor("startup"), selectConfig)

/** True while the site is known to be switched off. */
export const useSiteOff = (): boolean =>
  useActorState(useActor("startup"), (snapshot) => snapshot.hasTag("closed"))
