import type { ReactNode } from "react"
import { BackToTop } from "../../ui/BackToTop.tsx"
import { Pager } from "../../ui/Pager.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { EmptyState } from "../../ui/StateView.tsx"
import { type Loadable, Loaded } from "./loaded.tsx"

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
  const { list, emptyText, emptyAction, skeletonCount = 6, children } = props
  return (
    <Loaded query={list} skeleton={<Skeleton shape="row" count={skeletonCount} />}>
      {(items) =>
        items.length === 0 ? (
          <EmptyState text={emptyText} actionLabel={emptyAction?.label} onAction={emptyAction?.onAction} />
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
