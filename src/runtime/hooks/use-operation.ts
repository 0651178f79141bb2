/** What the hooks of money operations share: opening for a visit, and what is shown of it. */
import { useEffect, useEffectEvent, useMemo } from "react"
import { useIntl } from "react-intl"
import { isOpen, visitMachine } from "../../../machines/visit.ts"
import { type Separators, separatorsOf } from "../../domain/money.ts"
import { isSame } from "../../domain/operation.ts"
import type { VisitReport } from "../../events/visit.ts"
import type { Runtime } from "../runtime.ts"
import { usePage } from "./page-context.tsx"
import { type SnapshotSource, useActorState, useRuntime } from "./runtime-context.tsx"
import { usePageActor } from "./use-page-actor.ts"

interface Visited {
  readonly context: { readonly visit: string | null }
  readonly hasTag: (tag: "busy") => boolean
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

/** The visit of a page to its operation. It reports what the page is to send. */
export const createVisit = ({ pageActors, now }: Pick<Runtime, "pageActors" | "now">) => {
  const actor = pageActors.create("visit", visitMachine, undefined)
  return {
    actor,
    compare: <Snapshot extends Visited, Facts>(
      { handle, update }: Pick<VisitedMachine<Snapshot, Facts>, "handle" | "update">,
      facts: Facts,
      visit: string,
    ): void => {
      const snapshot = handle.getSnapshot()
      const { context } = snapshot
      actor.send({
        type: "visit.compared",
        isOpen: context.visit === visit,
        isSending: snapshot.hasTag("busy"),
        isChanged: update?.isChanged(facts, context) ?? false,
        isFollowing: handle.isFollowing(),
        at: now(),
      })
    },
  }
}

/**
 * Opens the machine once per visit of the page. `facts`: memoised; undefined until the page has
 * all.
 */
const useVisit = <Snapshot extends Visited, Facts>(
  machine: VisitedMachine<Snapshot, Facts>,
  facts: Facts | undefined,
): { readonly visit: string; readonly isOpened: boolean } => {
  const { handle } = machine
  const { id: visit } = usePage()
  const { pageActors, now } = useRuntime()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each visit has an actor of its own
  const { actor, compare } = useMemo(() => createVisit({ pageActors, now }), [pageActors, now, visit])
  const { isOpened } = usePageActor(actor, (snapshot) => ({ isOpened: isOpen(snapshot) }))
  const isFollowing = useActorState(handle, () => handle.isFollowing())
  const send = useEffectEvent(({ type }: VisitReport) => {
    if (facts === undefined) return
    if (type === "visit.open") machine.open(facts, visit)
    else machine.update?.inform(facts)
  })
  const compareWith = useEffectEvent((known: Facts) => compare(machine, known, visit))
  useEffect(() => {
    const subscription = actor.onEmit((report) => send(report))
    return () => subscription.unsubscribe()
  }, [actor])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is compared depends on all of them
  useEffect(() => {
    if (facts !== undefined) compareWith(facts)
  }, [handle, facts, visit, isOpened, isFollowing])
  return { visit, isOpened }
}

/** What every operation shows. */
export interface OperationView {
  readonly isSending: boolean
  readonly visit: string | null
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
  return { view, visit, isReady: view.visit === visit || isOpened || view.isSending }
}

// The separators of amounts in the member's locale.

export const useSeparators = (): Separators => {
  const { locale } = useIntl()
  return useMemo(() => separatorsOf(locale), [locale])
}
