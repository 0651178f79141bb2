/** Who hears what: the emits of one machine become the commands of another, here and nowhere else. */
import { selectTop } from "../../machines/navigation.ts"
import { type HistoryPort, markOf } from "../navigation/history.ts"
import { EMPTY_PATH } from "../navigation/routes.ts"
import type { BootActors } from "./boot-actors.ts"
import { createIdempotencyKey } from "./idempotency-key.ts"

export interface RoutingOptions {
  readonly history: HistoryPort
  readonly now: () => number
  /** Leaves the app for another site. */
  readonly leave: (url: string) => void
  readonly onSessionBegan: (memberId: string) => void
  /** `isLeaving`: the member went, rather than lost the session. */
  readonly onSessionEnded: (isLeaving: boolean) => void
  /** Navigation has gone over to `owner`: a member's id or null. */
  readonly onNavigationEntered: (owner: string | null) => void
}

/** Connects the seats. The result opens navigation, once session and journal have emitted what there was before. */
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
    else if (emitted.type === "startup.siteOff" && emitted.url !== null) parts.leave(emitted.url)
    // the seat still shows the state before, so what was emitted decides
    else if (isOpen) showSite(emitted.type === "startup.siteOn")
  })
  feedback.onEmit((emitted) => {
    if (emitted.type === "feedback.warned") console.warn(emitted.message)
  })
  navigation.onEmit((emitted) => {
    if (emitted.type === "navigation.loginRequired")
      session.send({ type: "session.keepIntent", url: emitted.url, at: now() })
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
  // it has begun anew, because it could not go on from what was kept
  navigation.subscribe((snapshot) => {
    if (isOpen && snapshot.matches("closed")) openHere()
  })
  return {
    open: () => {
      isOpen = true
      openHere()
      if (startup.getSnapshot().matches("off")) showSite(false)
    },
  }
}
