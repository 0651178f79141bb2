/** What happened to the member's money and records while they did something else. */
import { selectTop } from "../../../machines/navigation.ts"
import type { NoticesSnapshot } from "../../../machines/notices.ts"
import type { MemberEvent } from "../../domain/member-event.ts"
import { urlOf } from "../../navigation/routes.ts"
import { usePageShown } from "./page-context.tsx"
import { useActor, useActorState, useEmitted, useRuntime } from "./runtime-context.tsx"
import { useFeedback } from "./use-feedback.ts"
import { useProblemText } from "./use-problem.ts"

const selectUnread = ({ context }: NoticesSnapshot) => context.unread
const selectRead = ({ context }: NoticesSnapshot) => context.read
const isMarking = (snapshot: NoticesSnapshot) => snapshot.hasTag("marking")

/**
 * How many notices are unread; 0 until the server has said it. Suspends until the member's actors
 * are ready.
 */
export const useUnreadNotices = (): number => useActorState(useActor("notices"), selectUnread)

export interface NoticeCount {
  readonly unread: number
  /** Whether the notice of this number is unread; false until the server has said it. */
  readonly isUnread: (number: number) => boolean
  readonly isMarking: boolean
  /** Marks the notices up to this number as read, on every device. A failure shows a toast. */
  readonly markRead: (number: number) => void
  /** Marks this notice alone as read, on every device. */
  readonly markOneRead: (number: number) => void
}

/** The count of a page that shows notices, asked for again whenever the page is shown. */
export const useNoticeCount = (): NoticeCount => {
  const { now } = useRuntime()
  const { toast } = useFeedback()
  const textOf = useProblemText()
  const notices = useActor("notices")
  usePageShown(() => notices.send({ type: "notices.refresh", at: now() }))
  useEmitted(notices, (emitted) => {
    if (emitted.type === "notices.notMarked") toast(textOf(emitted.failure) ?? "", { icon: "error" })
  })
  const read = useActorState(notices, selectRead)
  return {
    unread: useActorState(notices, selectUnread),
    isUnread: (number) => read !== null && number > read.number && !read.singly.includes(number),
    isMarking: useActorState(notices, isMarking),
    markRead: (number) => notices.send({ type: "notices.markRead", number, at: now() }),
    markOneRead: (number) => notices.send({ type: "notices.markRead", number, single: true, at: now() }),
  }
}

/** Calls back with the notices that have just arrived, unless the page of all notices is in view. */
export const useAnnouncedNotices = (onAnnounced: (events: readonly MemberEvent[]) => void): void => {
  const { boot } = useRuntime()
  useEmitted(useActor("notices"), (emitted) => {
    const isShown = selectTop(boot.navigation.getSnapshot())?.path === urlOf("notices")
    if (emitted.type === "notices.announced" && !isShown) onAnnounced(emitted.events)
  })
}
