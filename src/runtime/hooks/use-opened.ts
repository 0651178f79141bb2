/** Opens a machine of money for the visit of its page, and afterwards tells it what has changed of what it reckons with. */
import { useEffect, useEffectEvent, useState } from "react"
import { usePage } from "./page-context.tsx"
import { type Readable, useActorState } from "./runtime-context.tsx"

export interface Standing {
  readonly isOpened: boolean
  /** The page knows something that the machine does not. */
  readonly isNews: boolean
  /** Another tab writes. */
  readonly isFollowing: boolean
}

/**
 * What a page tells its machine by itself. Opening is the member's doing in whichever tab it happens; news is for the tab that writes, which has it too: from any
 * other it would take the writing over.
 */
export const tellingOf = ({ isOpened, isNews, isFollowing }: Standing): "open" | "news" | null => {
  if (!isOpened) return "open"
  return isNews && !isFollowing ? "news" : null
}

interface Visited {
  readonly context: { readonly visit: string | null }
}

export interface Machine<Snapshot extends Visited, Facts> {
  readonly seat: Readable<Snapshot> & { isFollowing(): boolean }
  readonly isNews: (facts: Facts, context: Snapshot["context"]) => boolean
  readonly open: (facts: Facts, visit: string) => void
  readonly inform: (facts: Facts) => void
}

/** `facts` is what the machine reckons with, the same object while nothing of it changes; undefined while the page does not have all of it. */
export const useOpened = <Snapshot extends Visited, Facts>(
  { seat, isNews, open, inform }: Machine<Snapshot, Facts>,
  facts: Facts | undefined,
): { readonly visit: string; readonly isOpened: boolean } => {
  const { id: visit } = usePage()
  const [opened, setOpened] = useState<string | null>(null)
  const isFollowing = useActorState(seat, () => seat.isFollowing())
  const isOpened = opened === visit
  const tell = useEffectEvent(
    (known: Facts, context: Snapshot["context"], standing: Omit<Standing, "isNews">) => {
      const telling = tellingOf({ ...standing, isNews: isNews(known, context) })
      if (telling === "open") open(known, visit)
      if (telling === "news") inform(known)
      setOpened(visit)
    },
  )
  useEffect(() => {
    if (facts === undefined) return
    const { context } = seat.getSnapshot()
    tell(facts, context, { isOpened: isOpened || context.visit === visit, isFollowing })
  }, [seat, facts, visit, isOpened, isFollowing])
  return { visit, isOpened }
}
