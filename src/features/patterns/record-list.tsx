import type { ReactNode } from "react"
import { BackToTop } from "../../ui/BackToTop.tsx"
import { Pager } from "../../ui/Pager.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { EmptyState } from "../../ui/StateView.tsx"
import { type Loadable, Loaded } from "./loaded.tsx"

/** A list that comes page by page, in whatever state it is. */
export interface Paged<Item> extends Loadable<readonly Item[]> {
  readonly hasMore: boolean
  /** The last attempt for a further page failed. */
  readonly moreFailed: boolean
  /** The same function from render to render. */
  readonly onMore: () => void
  readonly onRefresh: () => void
}

export interface RecordListProps<Item> {
  readonly list: Paged<Item>
  /** One sentence for when there is nothing yet. */
  readonly emptyText: ReactNode
  readonly emptyAction?: { readonly label: ReactNode; readonly onAction: () => void } | undefined
  /** The rows; given all items known so far, never none. */
  readonly children: (items: readonly Item[]) => ReactNode
}

/** Skeleton rows, error, nothing yet, or the rows with more of them at the end. */
export const RecordList = <Item,>({ list, emptyText, emptyAction, children }: RecordListProps<Item>) => (
  <Loaded query={list} skeleton={<Skeleton shape="row" count={6} />}>
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
