/** Navigation commands for components. */
import { useMemo } from "react"
import type { NavigationAnswered, NavigationEmitted, NavigationEvent } from "../../events/navigation.ts"
import { ENTRY_PATH, HOME_PATH } from "../../navigation/routes.ts"
import { useRuntime } from "./runtime-context.tsx"

/**
 * `errMsg` has the specified wording ("navigateTo:ok"); `reason` is set where the app can react.
 */
export type NavigationAnswer = Pick<NavigationAnswered, "ok" | "errMsg" | "reason">

export interface Navigation {
  /** Opens a page on top. Not for tab pages. */
  readonly navigateTo: (url: string) => Promise<NavigationAnswer>
  /** Replaces the top page. Not for tab pages. */
  readonly redirectTo: (url: string) => Promise<NavigationAnswer>
  /** Closes all pages and opens one of any kind. */
  readonly reLaunch: (url: string) => Promise<NavigationAnswer>
  /** Brings a tab page to the front and closes the pages on top of it. */
  readonly switchTab: (url: string) => Promise<NavigationAnswer>
  /** As `switchTab`, but a tap on the visible tab only notifies its page. */
  readonly tapTab: (url: string) => Promise<NavigationAnswer>
  /** Closes an open overlay, or `delta` pages (1 by default). */
  readonly navigateBack: (delta?: number) => Promise<NavigationAnswer>
  /** Loads a page again whose code failed to load. */
  readonly retry: () => void
}

/** The navigation machine. */
export interface NavigationPort {
  readonly send: (event: NavigationEvent) => void
  /** Listens to emitted events. */
  readonly onEmit: (listener: (emitted: NavigationEmitted) => void) => { unsubscribe(): void }
  /** A new key for each call. */
  readonly createKey: () => string
  readonly now: () => number
}

type Called = "navigateTo" | "redirectTo" | "reLaunch" | "switchTab" | "tapTab"

/** Each call resolves with its answer and never rejects. */
export const navigationAnswers = ({ send, onEmit, createKey, now }: NavigationPort) => {
  const ask = (event: (key: string, at: number) => NavigationEvent): Promise<NavigationAnswered> =>
    new Promise((resolve) => {
      const key = createKey()
      const subscription = onEmit((emitted) => {
        if (emitted.type !== "navigation.answered" || emitted.key !== key) return
        subscription.unsubscribe()
        resolve(emitted)
      })
      send(event(key, now()))
    })
  return {
    go: (called: Called, url: string | null) =>
      ask((key, at) => ({ type: `navigation.${called}`, url, key, at })),
    back: (delta?: number | string) =>
      ask((key, at) => ({ type: "navigation.navigateBack", key, at, ...(delta !== undefined && { delta }) })),
  }
}

/** The part of the runtime that navigation calls need. */
export interface NavigationOptions extends Pick<NavigationPort, "createKey" | "now"> {
  readonly boot: { readonly navigation: Pick<NavigationPort, "send" | "onEmit"> }
}

/** Each call resolves with its answer and never rejects, so that a tap may ignore it. */
export const createNavigation = ({ boot: { navigation }, createKey, now }: NavigationOptions): Navigation => {
  const { send, onEmit } = navigation
  const { go, back } = navigationAnswers({ send, onEmit, createKey, now })
  return {
    navigateTo: (url) => go("navigateTo", url),
    redirectTo: (url) => go("redirectTo", url),
    reLaunch: (url) => go("reLaunch", url),
    switchTab: (url) => go("switchTab", url),
    tapTab: (url) => go("tapTab", url),
    navigateBack: back,
    retry: () => send({ type: "navigation.retry", at: now() }),
  }
}

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
  /** The same, but a page that was opened by a link gives way to `url`. */
  readonly backTo: (url: string) => void
  /** Closes every page and opens home for a member, the login page for a visitor. */
  readonly home: () => void
}

export const usePageNavigation = (): PageNavigation => {
  const { boot } = useRuntime()
  const { navigateTo, redirectTo, switchTab, navigateBack, reLaunch } = useNavigation()
  return useMemo(
    () => ({
      open: (url) => void navigateTo(url),
      openTab: (url) => void switchTab(url),
      back: () => void navigateBack(),
      backTo: (url) => {
        const isLast = boot.navigation.getSnapshot().context.pages.stack.length <= 1
        void (isLast ? redirectTo(url) : navigateBack())
      },
      home: () => void reLaunch(boot.session.getSnapshot().context.user ? HOME_PATH : ENTRY_PATH),
    }),
    [boot, navigateTo, redirectTo, switchTab, navigateBack, reLaunch],
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
