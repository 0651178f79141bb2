/** Opens a machine of money for the visit of its page, and afterwards tells it what has changed of what it reckons with. */
import { useEffect, useEffectEvent, useState } from "react"
import { usePage } from "./page-context.tsx"
import { type Readable, useActorState } from "./runtime-context.tsx"

export interface VisitState {
  readonly isOpened: boolean
  /** The page knows something that the machine does not. */
  readonly isChanged: boolean
  /** Another tab writes. */
  readonly isFollowing: boolean
}

/**
 * What a page tells its machine by itself. Opening is the member's doing in whichever tab it happens; news is for the tab that writes, which has it too: from any
 * other it would take the writing over.
 */
export const pageCommandOf = ({ isOpened, isChanged, isFollowing }: VisitState): "open" | "inform" | null => {
  if (!isOpened) return "open"
  return isChanged && !isFollowing ? "inform" : null
}

interface Visited {
  readonly context: { readonly visit: string | null }
}

export interface VisitedMachine<Snapshot extends Visited, Facts> {
  readonly handle: Readable<Snapshot> & { isFollowing(): boolean }
  readonly isChanged: (facts: Facts, context: Snapshot["context"]) => boolean
  readonly open: (facts: Facts, visit: string) => void
  readonly inform: (facts: Facts) => void
}

/** `facts` is what the machine reckons with, the same object while nothing of it changes; undefined while the page does not have all of it. */
export const useOpened = <Snapshot extends Visited, Facts>(
  { handle, isChanged, open, inform }: VisitedMachine<Snapshot, Facts>,
  facts: Facts | undefined,
): { readonly visit: string; readonly isOpened: boolean } => {
  const { id: visit } = usePage()
  const [opened, setOpened] = useState<string | null>(null)
  const isFollowing = useActorState(handle, () => handle.isFollowing())
  const isOpened = opened === visit
  const tell = useEffectEvent(
    (known: Facts, context: Snapshot["context"], visitState: Omit<VisitState, "isChanged">) => {
      const command = pageCommandOf({ ...visitState, isChanged: isChanged(known, context) })
      if (command === "open") open(known, visit)
      if (command === "inform") inform(known)
      setOpened(visit)
    },
  )
  useEffect(() => {
    if (facts === undefined) return
    const { context } = handle.getSnapshot()
    tell(facts, context, { isOpened: isOpened || context.visit === visit, isFollowing })
  }, [handle, facts, visit, isOpened, isFollowing])
  return { visit, isOpened }
}
