/** What the hooks of money operations share: opening for a visit, doubt, and the fields. */
import { useEffect, useEffectEvent, useMemo, useState } from "react"
import { useIntl } from "react-intl"
import type { Failure } from "../../domain/failure.ts"
import { type Separators, separatorsOf } from "../../domain/money.ts"
import { isSame } from "../../domain/operation.ts"
import type { Problem } from "../../domain/problem.ts"
import { usePage } from "./page-context.tsx"
import { type SnapshotSource, useActorState } from "./runtime-context.tsx"
import { type FocusRequest, useFieldFocus, useProblemText } from "./use-problem.ts"

export interface VisitState {
  readonly isOpened: boolean
  /** The page's facts differ from the machine's. */
  readonly isChanged: boolean
  /** Another tab leads. */
  readonly isFollowing: boolean
}

/**
 * The command that the page sends without the member. "open" goes out in any tab. "inform" is left
 * to the leader, which has the same facts: a follower's command would take the leadership over.
 */
export const pageCommandOf = ({ isOpened, isChanged, isFollowing }: VisitState): "open" | "inform" | null => {
  if (!isOpened) return "open"
  return isChanged && !isFollowing ? "inform" : null
}

interface Visited {
  readonly context: { readonly visit: string | null }
}

export interface VisitedMachine<Snapshot extends Visited, Facts> {
  readonly handle: SnapshotSource<Snapshot> & { isFollowing(): boolean }
  readonly open: (facts: Facts, visit: string) => void
  /** Absent where the machine computes with nothing that may change while the page is open. */
  readonly update?: {
    readonly isChanged: (facts: Facts, context: Snapshot["context"]) => boolean
    readonly inform: (facts: Facts) => void
  }
}

/**
 * Opens the machine once per visit of the page. `facts`: memoised; undefined until the page has
 * all.
 */
const useVisit = <Snapshot extends Visited, Facts>(
  { handle, open, update }: VisitedMachine<Snapshot, Facts>,
  facts: Facts | undefined,
): { readonly visit: string; readonly isOpened: boolean } => {
  const { id: visit } = usePage()
  const [opened, setOpened] = useState<string | null>(null)
  const isFollowing = useActorState(handle, () => handle.isFollowing())
  const isOpened = opened === visit
  const sync = useEffectEvent(
    (known: Facts, context: Snapshot["context"], state: Omit<VisitState, "isChanged">) => {
      const command = pageCommandOf({ ...state, isChanged: update?.isChanged(known, context) ?? false })
      if (command === "open") open(known, visit)
      if (command === "inform") update?.inform(known)
      setOpened(visit)
    },
  )
  useEffect(() => {
    if (facts === undefined) return
    const { context } = handle.getSnapshot()
    sync(facts, context, { isOpened: isOpened || context.visit === visit, isFollowing })
  }, [handle, facts, visit, isOpened, isFollowing])
  return { visit, isOpened }
}

/** What every operation shows. */
export interface OperationView {
  readonly isSending: boolean
  readonly visit: string | null
  readonly focus: FocusRequest | null
  readonly failure: Failure | null
}

export interface AmountField {
  readonly value: string
  readonly problem: Problem | undefined
  /** Names the amount in the words for a missing one. */
  readonly label: string
  readonly change: (value: string) => void
  readonly leave: () => void
}

/**
 * Opens `machine` for this visit and follows what `select` takes from its snapshot; renders only
 * when that changes. `isReady` is false until the machine is open for this visit: the result of an
 * earlier visit is not shown, an operation that is being sent always is.
 */
export const useOperation = <Snapshot extends Visited, Facts, View extends OperationView>(
  machine: VisitedMachine<Snapshot, Facts>,
  facts: Facts | undefined,
  select: (snapshot: Snapshot) => View,
) => {
  const { visit, isOpened } = useVisit(machine, facts)
  const view = useActorState(machine.handle, select, isSame)
  const textOf = useProblemText()
  const refOf = useFieldFocus(view.focus)
  return {
    view,
    visit,
    isReady: view.visit === visit || isOpened || view.isSending,
    textOf,
    refOf,
    amountField: ({ value, problem, label, change, leave }: AmountField) => ({
      name: "amount",
      value,
      error: textOf(problem, label),
      onChange: change,
      onBlur: leave,
      ref: refOf("amount"),
    }),
  }
}

// The separators of amounts in the member's locale.

export const useSeparators = (): Separators => {
  const { locale } = useIntl()
  return useMemo(() => separatorsOf(locale), [locale])
}
