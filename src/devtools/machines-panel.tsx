/** All actors; of one: its chart, its last change and its context. */
import { useDeferredValue, useMemo, useState } from "react"
import { useIntl } from "react-intl"
import { type AnyMachineSnapshot, getStateNodes } from "xstate"
import { stateName } from "../../packages/paths/src/chart.ts"
import { Badge } from "../ui/Badge.tsx"
import type { ActorStateAt, LoggedActor } from "./actor-history.ts"
import { ChartView } from "./chart-view.tsx"
import {
  type TimelinePosition,
  useConsole,
  useRenderThrottle,
  useTimelinePosition,
} from "./console-context.ts"
import { DetailHead, JsonText, StateChanges } from "./detail.tsx"
import { FilterField, FrozenList, LiveList, type LiveRow } from "./live-list.tsx"
import styles from "./panels.module.css"
import { holdsWords, searchWords } from "./search-text.ts"
import { SendEvent } from "./send-event.tsx"

/** Rows in the list; the filter of the events finds older actors. */
const LIST_LIMIT = 200

interface ListedActor {
  readonly actor: LoggedActor
  readonly snapshot: AnyMachineSnapshot
  readonly isAlive: boolean
}

/** Top-level actors first, then running ones, then stopped ones; these two the newest first. */
const sorted = (listed: readonly ListedActor[]): readonly ListedActor[] => {
  const rank = ({ actor, isAlive }: ListedActor): number => (actor.kind === "top-level" ? 0 : isAlive ? 1 : 2)
  return listed
    .map((one, index) => ({ one, index }))
    .toSorted(
      (a, b) =>
        rank(a.one) - rank(b.one) ||
        (a.one.actor.kind === "top-level" ? a.index - b.index : b.index - a.index),
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
    .filter((actor) => actor.kind !== "top-level" || newest.get(actor.id) === actor)
    .flatMap((actor) => {
      const snapshot = isNow ? actor.now : timeline.stateAt(actor, position)?.snapshot
      return snapshot
        ? [{ actor, snapshot, isAlive: isNow ? actor.isAlive : snapshot.status === "active" }]
        : []
    })
}

const keyOf = ({ actor }: ListedActor): string => actor.key

const useActorRow = (): ((listed: ListedActor) => LiveRow) => {
  const intl = useIntl()
  return ({ actor, snapshot, isAlive }) => ({
    title: actor.id,
    subtitle: stateName(snapshot.value),
    badge: isAlive
      ? intl.formatMessage({ id: "inspect.event-count" }, { count: actor.eventCount })
      : intl.formatMessage({ id: "inspect.ended" }),
  })
}

/** An open top-level actor is followed by id: after a login the detail shows the new one. */
const newestOf = (actors: readonly LoggedActor[], open: LoggedActor): LoggedActor =>
  open.kind === "top-level" ? (actors.findLast(({ id }) => id === open.id) ?? open) : open

/** The state of an actor at the shown position; renders with each notification of the throttle. */
const useActorStateAt = (open: LoggedActor): ActorStateAt & { readonly actor: LoggedActor } => {
  useRenderThrottle(useConsole().throttle)
  const { timeline, position } = useTimelinePosition()
  const actor = newestOf(timeline.actors(), open)
  const { now } = actor
  return { actor, ...(timeline.stateAt(actor, position) ?? { snapshot: now, before: now, taken: [] }) }
}

const StateAndChart = ({ open }: { readonly open: LoggedActor }) => {
  const { actor, snapshot, taken } = useActorStateAt(open)
  const active = getStateNodes(actor.machine.root, snapshot.value).map(({ id }) => id)
  const tags = [...snapshot.tags].join(", ")
  return (
    <>
      <p className={styles.state} data-inspect-state={actor.id}>
        <Badge tone="accent">{stateName(snapshot.value)}</Badge>
        {tags === "" ? null : <Badge>{tags}</Badge>}
      </p>
      <ChartView machine={actor.machine.id} active={active} taken={taken} />
    </>
  )
}

const ChangesAndContext = ({ open }: { readonly open: LoggedActor }) => {
  const intl = useIntl()
  const { snapshot, before } = useActorStateAt(open)
  const context = intl.formatMessage({ id: "inspect.context" })
  return (
    <div className={styles.changesAndContext}>
      <h4>{intl.formatMessage({ id: "inspect.changes" })}</h4>
      <StateChanges before={before} after={snapshot} />
      <h4>{context}</h4>
      <JsonText value={snapshot.context} label={context} />
    </div>
  )
}

const ActorDetail = ({ open, onBack }: { readonly open: LoggedActor; readonly onBack: () => void }) => (
  <div className={styles.detail}>
    <DetailHead
      back={useIntl().formatMessage({ id: "inspect.all-machines" })}
      onBack={onBack}
      rowKey={open.key}
    >
      <h3 className={styles.mono}>{open.id}</h3>
    </DetailHead>
    <StateAndChart open={open} />
    <SendEvent key={open.key} actor={open} />
    <ChangesAndContext open={open} />
  </div>
)

/** True for actors whose id, state and context hold each word. */
const holds = (filter: string) => {
  const words = searchWords(filter)
  return ({ actor, snapshot }: ListedActor): boolean =>
    holdsWords(words, `${actor.id} ${stateName(snapshot.value)}`, snapshot.context)
}

interface ActorListProps {
  readonly filter: string
  readonly onOpen: (actor: LoggedActor) => void
}

const ActorList = ({ filter, onOpen }: ActorListProps) => {
  const intl = useIntl()
  useRenderThrottle(useConsole().throttle)
  const at = useTimelinePosition()
  const rowOf = useActorRow()
  const moment = at.isNow ? at.timeline : at.position
  // not a key: a row that has the focus already keeps it when the deferred filter arrives
  const listId = useMemo(() => ({ moment, filter }), [moment, filter])
  return (
    <FrozenList items={sorted(actorsAt(at).filter(holds(filter)))} keyOf={keyOf} listId={listId}>
      {(shown) => (
        <LiveList
          label={intl.formatMessage({ id: "inspect.machines" })}
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
