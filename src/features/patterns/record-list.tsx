import { type ReactNode, useMemo } from "react"
import { BackToTop } from "../../ui/BackToTop.tsx"
import { classes } from "../../ui/classes.ts"
import { useFormat } from "../../ui/format.ts"
import type { Glyph } from "../../ui/Icon.tsx"
import { List, ListGroup } from "../../ui/List.tsx"
import { Pager } from "../../ui/Pager.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { EmptyState } from "../../ui/StateView.tsx"
import { VIRTUAL_FROM, VirtualList } from "../../ui/VirtualList.tsx"
import { type Loadable, Loaded } from "./loaded.tsx"
import styles from "./record-list.module.css"

/** The state of a list that loads page by page. */
export interface Paged<Item> extends Loadable<readonly Item[]> {
  readonly hasMore: boolean
  /** The last request for a further page failed. */
  readonly moreFailed: boolean
  /** Stable across renders. */
  readonly onMore: () => void
  readonly onRefresh: () => void
}

export interface RecordListProps<Item> {
  readonly list: Paged<Item>
  /** Stands for what the list holds, where it is empty. */
  readonly emptyGlyph: Glyph
  /** One sentence for an empty list. */
  readonly emptyText: ReactNode
  readonly emptyAction?: { readonly label: ReactNode; readonly onAction: () => void } | undefined
  /** How many rows the skeleton has. */
  readonly skeletonCount?: number | undefined
  /** Renders the rows; called with at least one item. */
  readonly children: (items: readonly Item[]) => ReactNode
}

/** Skeleton rows, an error, the empty state, or the rows with a pager. */
export const RecordList = <Item,>(props: RecordListProps<Item>) => {
  const { list, emptyGlyph, emptyText, emptyAction, skeletonCount = 6, children } = props
  return (
    <Loaded query={list} skeleton={<Skeleton shape="row" count={skeletonCount} />}>
      {(items) =>
        items.length === 0 ? (
          <EmptyState
            glyph={emptyGlyph}
            text={emptyText}
            actionLabel={emptyAction?.label}
            onAction={emptyAction?.onAction}
          />
        ) : (
          <>
            {children(items)}
            <Pager hasMore={list.hasMore} busy={list.busy} failed={list.moreFailed} onMore={list.onMore} />
            <BackToTop />
          </>
        )
      }
    </Loaded>
  )
}

/** The items of one calendar day in the member's time zone. */
export interface DayGroup<Item> {
  /** The formatted date. */
  readonly day: string
  readonly items: readonly Item[]
}

/** Groups items of the same day. Keeps their order. */
export const groupByDay = <Item,>(
  items: readonly Item[],
  dayOf: (item: Item) => string,
): readonly DayGroup<Item>[] => {
  const groups: { day: string; items: Item[] }[] = []
  for (const item of items) {
    const day = dayOf(item)
    // around midnight the order of events may differ from that of their times
    const known = groups.findLast((group) => group.day === day)
    if (known) known.items.push(item)
    else groups.push({ day, items: [item] })
  }
  return groups
}

/**
 * The day of a time as text. A day is formatted once, for all its times that follow each other. It ends
 * where the next begins, also if that or itself has no midnight.
 */
export const daysOf = (format: (atMs: number) => string) => {
  let known = { fromMs: 0, endMs: 0, day: "" }
  return (atMs: number): string => {
    if (atMs >= known.fromMs && atMs < known.endMs) return known.day
    const date = new Date(atMs)
    const beginOf = (day: number) => new Date(date.getFullYear(), date.getMonth(), day).getTime()
    known = { fromMs: beginOf(date.getDate()), endMs: beginOf(date.getDate() + 1), day: format(atMs) }
    return known.day
  }
}

/** A heading, or a row with its place under it. */
type DayEntry<Item> =
  | { readonly key: string; readonly day: string }
  | { readonly key: string; readonly item: Item; readonly isFirst: boolean; readonly isLast: boolean }

const keyOfEntry = ({ key }: { readonly key: string }): string => key

const entriesOf = <Item,>(
  groups: readonly DayGroup<Item>[],
  keyOf: (item: Item) => string,
): readonly DayEntry<Item>[] =>
  groups.flatMap(({ day, items }): readonly DayEntry<Item>[] => [
    { key: `day ${day}`, day },
    ...items.map((item, index) => ({
      key: keyOf(item),
      item,
      isFirst: index === 0,
      isLast: index === items.length - 1,
    })),
  ])

export interface DayListProps<Item> {
  readonly items: readonly Item[]
  /** Stable across renders, as `atMsOf`. */
  readonly keyOf: (item: Item) => string
  readonly atMsOf: (item: Item) => number
  readonly renderRow: (item: Item) => ReactNode
  /** Spoken name of a long list, which is one for all days. */
  readonly label: string
}

/** Rows under the headings of their days. A long list draws only the rows near the view. */
export const DayList = <Item,>({ items, keyOf, atMsOf, renderRow, label }: DayListProps<Item>) => {
  const format = useFormat()
  const groups = useMemo(() => {
    const dayOf = daysOf(format.date)
    return groupByDay(items, (item) => dayOf(atMsOf(item)))
  }, [items, atMsOf, format])
  const isLong = items.length >= VIRTUAL_FROM
  const entries = useMemo(() => (isLong ? entriesOf(groups, keyOf) : []), [isLong, groups, keyOf])
  if (!isLong)
    return groups.map((group) => (
      <ListGroup key={group.day} title={group.day}>
        <List label={group.day}>{group.items.map(renderRow)}</List>
      </ListGroup>
    ))
  return (
    <VirtualList
      bare
      items={entries}
      keyOf={keyOfEntry}
      label={label}
      renderRow={(entry, index) =>
        "day" in entry ? (
          <h2 className={classes(styles.day, index > 0 && styles.later)}>{entry.day}</h2>
        ) : (
          <div className={classes(styles.row, entry.isFirst && styles.first, entry.isLast && styles.last)}>
            {renderRow(entry.item)}
          </div>
        )
      }
    />
  )
}
