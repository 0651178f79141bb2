/** Every actor that lives, and the chart of one of them. */
import { useState } from "react"
import { useIntl } from "react-intl"
import type { AnyMachineSnapshot } from "xstate"
import { Badge } from "../ui/Badge.tsx"
import { stateName } from "./chart.ts"
import { ChartView } from "./chart-view.tsx"
import { DetailHead } from "./detail-head.tsx"
import { differences } from "./difference.ts"
import { Changes, JsonText } from "./facts.tsx"
import { stateOf } from "./fingerprint.ts"
import { useHouse } from "./house.ts"
import type { Standing, Track } from "./life.ts"
import { LiveList, type LiveRow } from "./live-list.tsx"
import styles from "./panels.module.css"
import { usePulse } from "./pulse.ts"
import { type Here, useHere } from "./standing.ts"
import { StillList } from "./still-list.tsx"

/** Shown at a time; whoever looks for another filters the events. */
const LIST_LIMIT = 200

interface Shown {
  readonly track: Track
  readonly snapshot: AnyMachineSnapshot
  readonly isAlive: boolean
}

/** Top-level machines first, then what comes and goes, the newest first; what has ended last. */
const inOrder = (shown: readonly Shown[]): readonly Shown[] => {
  const rank = (one: Shown): number => (one.track.kind === "seat" ? 0 : one.isAlive ? 1 : 2)
  return shown
    .map((one, index) => ({ one, index }))
    .toSorted(
      (a, b) =>
        rank(a.one) - rank(b.one) || (a.one.track.kind === "seat" ? a.index - b.index : b.index - a.index),
    )
    .slice(0, LIST_LIMIT)
    .map(({ one }) => one)
}

/** A seat stands in the list once, with whoever is in it; the others each with what they were at the moment, unless they came later. */
const shownAt = ({ line, place, isNow }: Here): readonly Shown[] => {
  const tracks = line.tracks()
  const last = new Map(tracks.map((track) => [track.id, track]))
  const listed = tracks.filter((track) => track.kind !== "seat" || last.get(track.id) === track)
  return listed.flatMap((track) => {
    const snapshot = isNow ? track.now : line.standing(track, place)?.snapshot
    return snapshot
      ? [{ track, snapshot, isAlive: isNow ? track.isAlive : snapshot.status === "active" }]
      : []
  })
}

const keyOf = ({ track }: Shown): string => track.key

const useActorRow = (): ((shown: Shown) => LiveRow) => {
  const intl = useIntl()
  return ({ track, snapshot, isAlive }) => ({
    title: track.id,
    subtitle: stateName(snapshot.value),
    sign: isAlive
      ? intl.formatMessage({ id: "inspect.event-count" }, { count: track.eventCount })
      : intl.formatMessage({ id: "inspect.ended" }),
  })
}

/** The life that goes on after a seat was filled anew: one looks at "order", not at one actor in it. */
const currentOf = (tracks: readonly Track[], open: Track): Track =>
  open.kind === "seat" ? (tracks.findLast(({ id }) => id === open.id) ?? open) : open

/** What an actor is, renewed with each beat. */
const useStanding = (open: Track): Standing & { readonly track: Track } => {
  usePulse(useHouse().pulse)
  const { line, place } = useHere()
  const track = currentOf(line.tracks(), open)
  const { now } = track
  return { track, ...(line.standing(track, place) ?? { snapshot: now, before: now, taken: [] }) }
}

const StateAndChart = ({ open }: { readonly open: Track }) => {
  const { track, snapshot, taken } = useStanding(open)
  const active: readonly string[] = snapshot._nodes.map(({ id }) => id)
  const tags = [...snapshot.tags].join(", ")
  return (
    <>
      <p className={styles.state} data-inspect-state={track.id}>
        <Badge tone="accent">{stateName(snapshot.value)}</Badge>
        {tags === "" ? null : <Badge>{tags}</Badge>}
      </p>
      <ChartView machine={track.machine.id} active={active} taken={taken} />
    </>
  )
}

const Facts = ({ open }: { readonly open: Track }) => {
  const intl = useIntl()
  const { snapshot, before } = useStanding(open)
  const context = intl.formatMessage({ id: "inspect.context" })
  return (
    <div className={styles.facts}>
      <h4>{intl.formatMessage({ id: "inspect.changes" })}</h4>
      <Changes changes={differences(stateOf(before), stateOf(snapshot))} />
      <h4>{context}</h4>
      <JsonText value={snapshot.context} label={context} />
    </div>
  )
}

/** Chart and facts follow by themselves, each in a frame of its own. */
const ActorDetail = ({ open, onBack }: { readonly open: Track; readonly onBack: () => void }) => (
  <div className={styles.detail}>
    <DetailHead
      back={useIntl().formatMessage({ id: "inspect.all-machines" })}
      onBack={onBack}
      rowKey={open.key}
    >
      <h3 className={styles.mono}>{open.id}</h3>
    </DetailHead>
    <StateAndChart open={open} />
    <Facts open={open} />
  </div>
)

const ActorList = ({ onOpen }: { readonly onOpen: (track: Track) => void }) => {
  const intl = useIntl()
  usePulse(useHouse().pulse)
  const here = useHere()
  const rowOf = useActorRow()
  return (
    <StillList items={inOrder(shownAt(here))} keyOf={keyOf} of={here.isNow ? here.line : here.place}>
      {(shown) => (
        <LiveList
          label={intl.formatMessage({ id: "inspect.machines" })}
          items={shown}
          keyOf={keyOf}
          rowOf={rowOf}
          onOpen={({ track }) => onOpen(track)}
        />
      )}
    </StillList>
  )
}

export const MachinesPanel = () => {
  const [open, setOpen] = useState<Track | null>(null)
  return open ? <ActorDetail open={open} onBack={() => setOpen(null)} /> : <ActorList onOpen={setOpen} />
}
