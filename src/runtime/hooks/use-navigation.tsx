/** Going places: the five ways of the specification. */
import { useMemo } from "react"
import type { NavigationAnswered } from "../../events/navigation.ts"
import { navigationAnswers } from "../navigation-answers.ts"
import type { Runtime } from "../runtime.ts"
import { useRuntime } from "./runtime-context.tsx"

/** `errMsg` is the wording that the specification fixes ("navigateTo:ok"); `reason` is there where the app can do something about it. */
export type NavigationAnswer = Pick<NavigationAnswered, "ok" | "errMsg" | "reason">

export interface Navigation {
  /** Opens a page on top. Not for tab pages. */
  readonly navigateTo: (url: string) => Promise<NavigationAnswer>
  /** Opens a page in place of the top one. Not for tab pages. */
  readonly redirectTo: (url: string) => Promise<NavigationAnswer>
  /** Closes everything and opens a page of any kind. */
  readonly reLaunch: (url: string) => Promise<NavigationAnswer>
  /** Brings a tab page to the front, closing what lies on it. */
  readonly switchTab: (url: string) => Promise<NavigationAnswer>
  /** A tap on the tab bar: as `switchTab`, but a tap on the tab in view only tells the page. */
  readonly tapTab: (url: string) => Promise<NavigationAnswer>
  /** Closes an open overlay, or so many pages (1 unless emitted). */
  readonly navigateBack: (delta?: number) => Promise<NavigationAnswer>
  /** Has the page whose code did not come loaded again, in place. */
  readonly retry: () => void
}

/** Every call resolves with its answer and never rejects, so that a tap may ignore it. */
export const createNavigation = ({ boot: { navigation }, createKey, now }: Runtime): Navigation => {
  const { go, back } = navigationAnswers({
    send: navigation.send,
    onEmit: navigation.onEmit,
    createKey: createKey,
    now,
  })
  return {
    navigateTo: (url) => go("navigateTo", url),
    redirectTo: (url) => go("redirectTo", url),
    reLaunch: (url) => go("reLaunch", url),
    switchTab: (url) => go("switchTab", url),
    tapTab: (url) => go("tapTab", url),
    navigateBack: back,
    retry: () => navigation.send({ type: "navigation.retry", at: now() }),
  }
}

export const useNavigation = (): Navigation => {
  const runtime = useRuntime()
  return useMemo(() => createNavigation(runtime), [runtime])
}
