/** All actors; of one: its chart, its last change and its context. */
import { useDeferredValue, useMemo, useState } from "react"
import { type AnyMachineSnapshot, getStateNodes } from "xstate"
import { stateName } from "../../paths/src/chart.ts"
import type { ActorStateAt, LoggedActor } from "./actor-history.ts"
import { ChartView } from "./chart-view.tsx"
import { type TimelinePosition, useConsole, useTimelinePosition } from "./console-context.tsx"
import { DetailHead, JsonText, StateChanges } from "./detail.tsx"
import { FilterField, FrozenList, LiveList, type LiveRow } from "./live-list.tsx"
import styles from "./panels.module.css"
import { Badge } from "./parts.tsx"
import { holdsWords, type SearchText, searchWords } from "./redact.ts"
import { useRenderThrottle } from "./render-throttle.ts"
import { SendEvent } from "./send-event.tsx"
import { useTexts } from "./texts.ts"

/** Rows in the list; the filter of the events finds older actors. */
const LIST_LIMIT = 200

interface ListedActor {
  readonly actor: LoggedActor
  readonly snapshot: AnyMachineSnapshot
  readonly isAlive: boolean
}

/** Top-level actors first, then running ones, then stopped ones; these two the newest first. */
const sorted = (listed: readonly ListedActor[]): readonly ListedActor[] => {
  const rank = ({ actor, isAlive }: ListedActor): number => (actor.isTopLevel ? 0 : isAlive ? 1 : 2)
  return listed
    .map((one, index) => ({ one, index }))
    .toSorted(
      (a, b) => rank(a.one) - rank(b.one) || (a.one.actor.isTopLevel ? a.index - b.index : b.index - a.index),
    )
    .slice(0, LIST_LIMIT)
    .map(({ one }) => one)
}

/**
 * The actors that exist at a position. Of top-level actors with one id only the newest is listed.
 */
const actorsAt = ({ timeline, position, isNow }: TimelinePosition): readonly ListedActor[] => {
  const actors = timeline.actors()
  const newest = new Map(actors.map((actor) => [actor.id, actor]))
  return actors
    .filter((actor) => !actor.isTopLevel || newest.get(actor.id) === actor)
    .flatMap((actor) => {
      const snapshot = isNow ? actor.now : timeline.stateAt(actor, position)?.snapshot
      return snapshot
        ? [{ actor, snapshot, isAlive: isNow ? actor.isAlive : snapshot.status === "active" }]
        : []
    })
}

const keyOf = ({ actor }: ListedActor): string => actor.key

const useActorRow = (): ((listed: ListedActor) => LiveRow) => {
  const { text } = useTexts()
  return ({ actor, snapshot, isAlive }) => ({
    title: actor.name,
    subtitle: stateName(snapshot.value),
    badge: isAlive ? text("event-count", { count: actor.eventCount }) : text("ended"),
  })
}

/** An open top-level actor is followed by id: after a login the detail shows the new one. */
const newestOf = (actors: readonly LoggedActor[], open: LoggedActor): LoggedActor =>
  open.isTopLevel ? (actors.findLast(({ id }) => id === open.id) ?? open) : open

/** The state of an actor at the shown position; renders with each notification of the throttle. */
const useActorStateAt = (open: LoggedActor): ActorStateAt & { readonly actor: LoggedActor } => {
  useRenderThrottle(useConsole().throttle)
  const { timeline, position } = useTimelinePosition()
  const actor = newestOf(timeline.actors(), open)
  const { now } = actor
  return { actor, ...(timeline.stateAt(actor, position) ?? { snapshot: now, before: now, taken: [] }) }
}

const StateAndChart = ({ open }: { readonly open: LoggedActor }) => {
  const { text } = useTexts()
  const { actor, snapshot, taken, isRecomputed } = useActorStateAt(open)
  const active = getStateNodes(actor.machine.root, snapshot.value).map(({ id }) => id)
  const tags = [...snapshot.tags].join(", ")
  return (
    <>
      <p className={styles.state} data-inspect-state={actor.id}>
        <Badge tone="accent">{stateName(snapshot.value)}</Badge>
        {tags === "" ? null : <Badge>{tags}</Badge>}
        {isRecomputed ? <Badge>{text("recomputed")}</Badge> : null}
      </p>
      <ChartView machine={actor.machine} active={active} taken={taken} />
    </>
  )
}

const ChangesAndContext = ({ open }: { readonly open: LoggedActor }) => {
  const { text } = useTexts()
  const { snapshot, before } = useActorStateAt(open)
  const context = text("context")
  return (
    <div className={styles.changesAndContext}>
      <h4>{text("changes")}</h4>
      <StateChanges before={before} after={snapshot} />
      <h4>{context}</h4>
      <JsonText value={snapshot.context} label={context} />
    </div>
  )
}

const ActorDetail = ({ open, onBack }: { readonly open: LoggedActor; readonly onBack: () => void }) => (
  <div className={styles.detail}>
    <DetailHead back={useTexts().text("all-machines")} onBack={onBack} rowKey={open.key}>
      <h3 className={styles.mono}>{open.name}</h3>
    </DetailHead>
    <StateAndChart open={open} />
    <SendEvent key={open.key} actor={open} />
    <ChangesAndContext open={open} />
  </div>
)

/** True for actors whose id, state and context hold each word. */
const holds = (filter: string, textOf: SearchText) => {
  const words = searchWords(filter)
  return ({ actor, snapshot }: ListedActor): boolean =>
    holdsWords(words, `${actor.name} ${stateName(snapshot.value)}`, () => textOf(snapshot.context))
}

interface ActorListProps {
  readonly filter: string
  readonly onOpen: (actor: LoggedActor) => void
}

const ActorList = ({ filter, onOpen }: ActorListProps) => {
  const { text } = useTexts()
  const { throttle, searchText } = useConsole()
  useRenderThrottle(throttle)
  const at = useTimelinePosition()
  const rowOf = useActorRow()
  const moment = at.isNow ? at.timeline : at.position
  // not a key: a row that has the focus already keeps it when the deferred filter arrives
  const listId = useMemo(() => ({ moment, filter }), [moment, filter])
  return (
    <FrozenList items={sorted(actorsAt(at).filter(holds(filter, searchText)))} keyOf={keyOf} listId={listId}>
      {(shown) => (
        <LiveList
          label={text("machines")}
          items={shown}
          keyOf={keyOf}
          rowOf={rowOf}
          onOpen={({ actor }) => onOpen(actor)}
        />
      )}
    </FrozenList>
  )
}

export const MachinesPanel = () => {
  const [open, setOpen] = useState<LoggedActor | null>(null)
  const [filter, setFilter] = useState("")
  const wanted = useDeferredValue(filter)
  if (open) return <ActorDetail open={open} onBack={() => setOpen(null)} />
  return (
    <div className={styles.listed}>
      <FilterField value={filter} onChange={setFilter} />
      <ActorList filter={wanted} onOpen={setOpen} />
    </div>
  )
}
