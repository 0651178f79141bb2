/** What the hooks of money operations share: opening for a visit, and what is shown of it. */
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from "react"
import { useIntl } from "react-intl"
import { type Separators, separatorsOf } from "../../domain/money.ts"
import { isSame } from "../../domain/operation.ts"
import { usePage } from "./page-context.tsx"
import { type SnapshotSource, useActorState } from "./runtime-context.tsx"
import { useTicketOperation } from "./use-operations-in-doubt.ts"

interface Visited {
  readonly context: { readonly visit: string | null; readonly key: string | null }
}

export interface VisitedMachine<Snapshot extends Visited, Facts> {
  readonly handle: SnapshotSource<Snapshot> & { isFollowing(): boolean }
  readonly open: (facts: Facts, visit: string) => void
  /** Where one page opens several, one after another; otherwise the visit is the page's. */
  readonly visit?: string | undefined
  /** Absent where the machine computes with nothing that may change while the page is open. */
  readonly update?: {
    readonly isChanged: (facts: Facts, context: Snapshot["context"]) => boolean
    readonly inform: (facts: Facts) => void
  }
}

/** What a page that compares its facts with its operation found. */
export interface Compared {
  /** The page has opened its operation for this visit, or left it as it was. */
  readonly isOpened: boolean
  /** The operation is open for this visit, as after a reload. */
  readonly isOpen: boolean
  /** An operation is being sent: it is shown whatever visit it was opened for. */
  readonly isSending: boolean
  /** The page's facts differ from the operation's. */
  readonly isChanged: boolean
  /** Another tab leads. */
  readonly isFollowing: boolean
}

/**
 * What the page sends to its operation. It opens it once per visit, in any tab, but not over one that
 * is being sent: the command would wait for the outcome and take it off the screen. Later changes are
 * sent by the leading tab alone: a follower's command would take the leadership over.
 */
export const visitCommand = ({
  isOpened,
  isOpen,
  isSending,
  isChanged,
  isFollowing,
}: Compared): "open" | "inform" | null => {
  if (isOpened) return isChanged && !isFollowing ? "inform" : null
  return isOpen || isSending ? null : "open"
}

/**
 * Opens the machine once per visit of the page. `facts`: memoised; undefined until the page has
 * all.
 */
const useVisit = <Snapshot extends Visited, Facts>(
  machine: VisitedMachine<Snapshot, Facts>,
  facts: Facts | undefined,
  isSending: boolean,
): { readonly visit: string; readonly isOpened: boolean } => {
  const { handle, update } = machine
  const { id } = usePage()
  const visit = machine.visit ?? id
  const [openedVisit, setOpenedVisit] = useState<string | null>(null)
  const isOpened = openedVisit === visit
  const isFollowing = useActorState(handle, () => handle.isFollowing())
  const compare = useEffectEvent((known: Facts) => {
    const { context } = handle.getSnapshot()
    const command = visitCommand({
      isOpened,
      isOpen: context.visit === visit,
      isSending,
      isChanged: update?.isChanged(known, context) ?? false,
      isFollowing: handle.isFollowing(),
    })
    if (command === "open") machine.open(known, visit)
    else if (command === "inform") update?.inform(known)
    setOpenedVisit(visit)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is compared depends on all of them
  useEffect(() => {
    if (facts !== undefined) compare(facts)
  }, [handle, facts, visit, isOpened, isFollowing])
  return { visit, isOpened }
}

/**
 * Opens the ticket `machine` for this visit and follows what `connect` takes from its snapshot and its
 * operation; renders only when that changes. `isReady` is false until the ticket is open for this
 * visit: the result of an earlier visit is not shown, an operation that is being sent always is.
 */
export const useOperation = <Snapshot extends Visited, Facts, View extends { readonly visit: string | null }>(
  machine: VisitedMachine<Snapshot, Facts>,
  facts: Facts | undefined,
  connect: (snapshot: Snapshot, isSending: boolean) => View,
) => {
  const isSending = useTicketOperation(machine.handle)?.hasTag("busy") ?? false
  const { visit, isOpened } = useVisit(machine, facts, isSending)
  const select = useCallback((snapshot: Snapshot) => connect(snapshot, isSending), [connect, isSending])
  const view = useActorState(machine.handle, select, isSame)
  return { view, visit, isReady: view.visit === visit || isOpened || isSending }
}

// The separators of amounts in the member's locale.

export const useSeparators = (): Separators => {
  const { locale } = useIntl()
  return useMemo(() => separatorsOf(locale), [locale])
}
