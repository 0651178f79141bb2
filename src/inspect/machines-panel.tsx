/** Every actor that lives, and the chart of one of them. */
import { useState } from "react"
import { useIntl } from "react-intl"
import { Badge } from "../ui/Badge.tsx"
import { Button } from "../ui/Button.tsx"
import { glyphBack } from "../ui/glyphs-basic.ts"
import { Row } from "../ui/List.tsx"
import { VirtualList } from "../ui/VirtualList.tsx"
import { stateName } from "./chart.ts"
import { ChartView } from "./chart-view.tsx"
import { differences } from "./difference.ts"
import { Changes, JsonText } from "./facts.tsx"
import { stateOf } from "./fingerprint.ts"
import { useHouse } from "./house.ts"
import type { Track } from "./life.ts"
import styles from "./panels.module.css"
import { usePulse } from "./pulse.ts"
import { useStanding } from "./standing.ts"

/** Shown at a time; whoever looks for another filters the events. */
const LIST_LIMIT = 200

/** Top-level machines first, then what comes and goes, the newest first; what has ended last. */
const inOrder = (tracks: readonly Track[]): readonly Track[] => {
  const rank = ({ kind, isAlive }: Track): number => (kind === "seat" ? 0 : isAlive ? 1 : 2)
  return tracks
    .filter(({ kind, isAlive }) => kind !== "seat" || isAlive)
    .map((track, index) => ({ track, index }))
    .toSorted(
      (a, b) =>
        rank(a.track) - rank(b.track) || (a.track.kind === "seat" ? a.index - b.index : b.index - a.index),
    )
    .slice(0, LIST_LIMIT)
    .map(({ track }) => track)
}

const ActorRow = ({ track, onOpen }: { readonly track: Track; readonly onOpen: () => void }) => {
  const intl = useIntl()
  return (
    <Row
      title={<span className={styles.mono}>{track.id}</span>}
      subtitle={stateName(track.now.value)}
      value={
        track.isAlive ? (
          <Badge>{intl.formatMessage({ id: "inspect.event-count" }, { count: track.eventCount })}</Badge>
        ) : (
          <Badge>{intl.formatMessage({ id: "inspect.ended" })}</Badge>
        )
      }
      onPress={onOpen}
    />
  )
}

const ActorDetail = ({ track, onBack }: { readonly track: Track; readonly onBack: () => void }) => {
  const intl = useIntl()
  const { snapshot, before, taken } = useStanding(track)
  const active: readonly string[] = snapshot._nodes.map(({ id }) => id)
  const tags = [...snapshot.tags].join(", ")
  return (
    <div className={styles.detail}>
      <div className={styles.detailHead}>
        <Button tone="quiet" size="small" glyph={glyphBack} onClick={onBack}>
          {intl.formatMessage({ id: "inspect.all-machines" })}
        </Button>
        <h3 className={styles.mono}>{track.id}</h3>
      </div>
      <p className={styles.state} data-inspect-state={track.id}>
        <Badge tone="accent">{stateName(snapshot.value)}</Badge>
        {tags === "" ? null : <Badge>{tags}</Badge>}
      </p>
      <ChartView machine={track.machine.id} active={active} taken={taken} />
      <h4>{intl.formatMessage({ id: "inspect.changes" })}</h4>
      <Changes changes={differences(stateOf(before), stateOf(snapshot))} />
      <h4>{intl.formatMessage({ id: "inspect.context" })}</h4>
      <JsonText value={snapshot.context} label={intl.formatMessage({ id: "inspect.context" })} />
    </div>
  )
}

/** The life that goes on after a seat was filled anew: one looks at "order", not at one actor in it. */
const currentOf = (tracks: readonly Track[], open: Track): Track =>
  open.kind === "seat" ? (tracks.findLast(({ id }) => id === open.id) ?? open) : open

export const MachinesPanel = () => {
  const intl = useIntl()
  const { tape, pulse } = useHouse()
  usePulse(pulse)
  const [open, setOpen] = useState<Track | null>(null)
  const tracks = tape.tracks()
  if (open) return <ActorDetail track={currentOf(tracks, open)} onBack={() => setOpen(null)} />
  return (
    <VirtualList
      label={intl.formatMessage({ id: "inspect.machines" })}
      items={inOrder(tracks)}
      keyOf={({ key }) => key}
      renderRow={(track) => <ActorRow track={track} onOpen={() => setOpen(track)} />}
    />
  )
}
