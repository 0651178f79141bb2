/** Event routing: turns the emitted events of one machine into commands of another. */
import { selectTop } from "../../machines/navigation.ts"
import { VISITOR_LOOKS_MS } from "../domain/limits.ts"
import { type HistoryPort, markOf } from "../navigation/history.ts"
import { EMPTY_PATH } from "../navigation/routes.ts"
import type { BootActors } from "./boot-actors.ts"
import { createIdempotencyKey } from "./idempotency-key.ts"

export interface RoutingOptions {
  readonly history: HistoryPort
  readonly now: () => number
  /** Navigates to another site. */
  readonly leave: (url: string) => void
  readonly onSessionBegan: (memberId: string) => void
  /** `isLeaving`: the member logged out, rather than lost the session. */
  readonly onSessionEnded: (isLeaving: boolean) => void
  /** Notifies of the type of each event that any top-level actor emits. */
  readonly onEvent: (listener: (type: string) => void) => unknown
  readonly onPageUnloaded: (id: string) => void
  /** Navigation now belongs to `owner`: a member's id, or null for a visitor. */
  readonly onNavigationEntered: (owner: string | null) => void
}

/**
 * Events at which a visitor's app looks whether the site is still on: no stream pushes that to a
 * visitor. A form says it before it is filled in, and an idle page at intervals.
 */
const VISITOR_SIGNS: ReadonlySet<string> = new Set([
  "navigation.appShown",
  "startup.stillVisible",
  "form.change",
  "form.fill",
])

/** Subscribes to the actors. `open` starts navigation, once session and journal are restored. */
export const routeEvents = (boot: BootActors, parts: RoutingOptions): { readonly open: () => void } => {
  const { session, navigation, startup, feedback } = boot
  const { now } = parts
  let isOpen = false

  const enter = (memberId: string | null, url: string | null) => {
    if (!isOpen) return
    navigation.send({
      type: "navigation.enter",
      member: memberId !== null,
      url,
      key: createIdempotencyKey(),
      at: now(),
    })
    parts.onNavigationEntered(memberId)
  }
  session.onEmit((emitted) => {
    if (emitted.type === "session.began") {
      parts.onSessionBegan(emitted.memberId)
      enter(emitted.memberId, emitted.open)
    } else if (emitted.type === "session.ended") {
      enter(null, null)
      parts.onSessionEnded(emitted.why !== "token-invalid")
      feedback.send({ type: "feedback.clear" })
    }
  })
  const showSite = (isOn: boolean) => {
    const isAtEmpty = selectTop(navigation.getSnapshot())?.path === EMPTY_PATH
    if (!isOn && !isAtEmpty)
      navigation.send({
        type: "navigation.reLaunch",
        url: EMPTY_PATH,
        key: createIdempotencyKey(),
        at: now(),
      })
    else if (isOn && isAtEmpty) enter(session.getSnapshot().context.user?.id ?? null, null)
  }
  startup.onEmit((emitted) => {
    if (emitted.type === "startup.linkRefused") console.warn(`a link was refused: ${emitted.url}`)
    else if (emitted.type === "startup.tabsRefused") console.warn(emitted.message)
    else if (emitted.type === "startup.redirected") parts.leave(emitted.url)
    // the snapshot is still the one before this event, so its type decides
    else if (isOpen) showSite(emitted.type === "startup.siteOn")
  })
  let lookedAtMs = Number.NEGATIVE_INFINITY
  const lookForVisitor = () => {
    if (session.getSnapshot().context.user !== null || now() - lookedAtMs < VISITOR_LOOKS_MS) return
    startup.send({ type: "startup.learn" })
  }
  // the market belongs to a member and is registered later, so its events come over the bus
  parts.onEvent((type) => {
    if (type === "site.closed") startup.send({ type: "startup.learn" })
    else if (type === "site.opened" && startup.getSnapshot().hasTag("closed"))
      startup.send({ type: "startup.retry" })
    else if (VISITOR_SIGNS.has(type)) lookForVisitor()
    else if (type === "startup.learn" || type === "startup.configured") lookedAtMs = now()
  })
  feedback.onEmit((emitted) => {
    if (emitted.type === "feedback.warned") console.warn(emitted.message)
  })
  navigation.onEmit((emitted) => {
    if (emitted.type === "navigation.loginRequired")
      session.send({ type: "session.keepIntent", url: emitted.url, at: now() })
    else if (emitted.type === "page.unload") parts.onPageUnloaded(emitted.id)
  })
  const openHere = () => {
    const { history } = parts
    navigation.send({
      type: "navigation.open",
      url: history.url(),
      mark: markOf(history.state()),
      member: session.getSnapshot().context.user !== null,
      key: createIdempotencyKey().slice(0, 8),
      at: now(),
    })
  }
  // navigation began anew because its stream could not be restored
  navigation.subscribe((snapshot) => {
    if (isOpen && snapshot.matches("closed")) openHere()
  })
  return {
    open: () => {
      isOpen = true
      openHere()
      const site = startup.getSnapshot()
      if (site.hasTag("closed")) showSite(false)
      else if (site.matches("on")) showSite(true)
    },
  }
}
