/** Who hears what: the emits of one machine become the commands of another, here and nowhere else. */
import { selectTop } from "../../machines/navigation.ts"
import { type HistoryPort, markOf } from "../navigation/history.ts"
import { EMPTY_PATH } from "../navigation/routes.ts"
import type { BootSeats } from "./boot-actors.ts"
import { mintKey } from "./idempotency-key.ts"

export interface WiringParts {
  readonly history: HistoryPort
  readonly now: () => number
  /** Leaves the app for another site. */
  readonly leave: (url: string) => void
  readonly onBegin: (memberId: string) => void
  /** `isLeaving`: the member went, rather than lost the session. */
  readonly onEnd: (isLeaving: boolean) => void
  /** Navigation has gone over to `owner`: a member's id or null. */
  readonly onEntered: (owner: string | null) => void
}

/** Connects the seats. The result opens navigation, once session and journal have told what there was before. */
export const wire = (boot: BootSeats, parts: WiringParts): { readonly open: () => void } => {
  const { session, navigation, startup, feedback } = boot
  const { now } = parts
  let isOpen = false

  const enter = (memberId: string | null, url: string | null) => {
    if (!isOpen) return
    navigation.send({ type: "navigation.enter", member: memberId !== null, url, key: mintKey(), at: now() })
    parts.onEntered(memberId)
  }
  session.onEmit((told) => {
    if (told.type === "session.began") {
      parts.onBegin(told.memberId)
      enter(told.memberId, told.open)
    } else if (told.type === "session.ended") {
      enter(null, null)
      parts.onEnd(told.why !== "token-invalid")
      feedback.send({ type: "feedback.clear" })
    }
  })
  const showSite = (isOn: boolean) => {
    const isAtEmpty = selectTop(navigation.getSnapshot())?.path === EMPTY_PATH
    if (!isOn && !isAtEmpty)
      navigation.send({ type: "navigation.reLaunch", url: EMPTY_PATH, key: mintKey(), at: now() })
    else if (isOn && isAtEmpty) enter(session.getSnapshot().context.user?.id ?? null, null)
  }
  startup.onEmit((told) => {
    if (told.type === "startup.linkRefused") console.warn(`a link was refused: ${told.url}`)
    else if (told.type === "startup.siteOff" && told.url !== null) parts.leave(told.url)
    // the seat still shows the state before, so what was told decides
    else if (isOpen) showSite(told.type === "startup.siteOn")
  })
  feedback.onEmit((told) => {
    if (told.type === "feedback.warned") console.warn(told.message)
  })
  navigation.onEmit((told) => {
    if (told.type === "navigation.loginRequired")
      session.send({ type: "session.keepIntent", url: told.url, at: now() })
  })
  const openHere = () => {
    const { history } = parts
    navigation.send({
      type: "navigation.open",
      url: history.url(),
      mark: markOf(history.state()),
      member: session.getSnapshot().context.user !== null,
      key: mintKey().slice(0, 8),
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
