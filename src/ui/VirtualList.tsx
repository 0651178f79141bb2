import { type ReactNode, useMemo, useRef, useState } from "react"
import { useRowHeights } from "./useRowHeights.ts"
import { useRowWindow } from "./useRowWindow.ts"
import styles from "./VirtualList.module.css"
import { indicesOf, offsetsOf } from "./virtual-window.ts"

export interface VirtualListProps<Item> {
  readonly items: readonly Item[]
  readonly keyOf: (item: Item) => string
  /**
   * The content of a row (a `Row`, without `<li>`); rows may be of any height and may change it.
   */
  readonly renderRow: (item: Item, index: number) => ReactNode
  /** Spoken name. */
  readonly label: string
  /**
   * Height of a row before one has been seen, in px; then the others are taken to be as high as
   * that one.
   */
  readonly estimatePx?: number | undefined
  /**
   * Elements belong to positions instead of items: for rows without state of their own that are
   * replaced several times a second. Mounting them anew would take longer than a frame.
   */
  readonly reuseElements?: boolean | undefined
}

/** Rows drawn beyond each edge of the view, so that scrolling and Tab find them there. */
const MARGIN_ROWS = 6

/**
 * A long list that draws only the rows near the view. It keeps the focused row, and tells readers
 * how many rows there are.
 */
export const VirtualList = <Item,>(props: VirtualListProps<Item>) => {
  const { items, keyOf, renderRow, estimatePx = 64, reuseElements = false } = props
  const list = useRef<HTMLUListElement>(null)
  const { heightOf, observe, version } = useRowHeights(estimatePx)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` stands for the heights measured so far
  const offsets = useMemo(
    () => offsetsOf(items.map((item) => heightOf(keyOf(item)))),
    [items, keyOf, heightOf, version],
  )
  const range = useRowWindow(list, offsets, MARGIN_ROWS)
  const [focusedKey, setFocusedKey] = useState<string>()
  const focused = items.findIndex((item) => keyOf(item) === focusedKey)
  const shown = { first: range.first, end: Math.min(range.end, items.length) }
  const drawn = indicesOf(shown, focused < 0 ? undefined : focused).flatMap((index) => {
    const item = items[index]
    return item === undefined ? [] : [{ index, item, key: keyOf(item) }]
  })
  return (
    <ul
      ref={list}
      // biome-ignore lint/a11y/noRedundantRoles: Safari drops the role of a list without bullets
      role="list"
      aria-label={props.label}
      className={styles.list}
      style={{ blockSize: `${(offsets[items.length] ?? 0) + 2}px` }}
      onFocus={(event) => setFocusedKey(event.target.closest("li")?.dataset.key)}
      onBlur={() => setFocusedKey(undefined)}
    >
      {drawn.map(({ index, item, key }) => (
        <li
          key={reuseElements ? index : key}
          ref={observe}
          data-key={key}
          aria-setsize={items.length}
          aria-posinset={index + 1}
          className={styles.item}
          style={{ translate: `0 ${offsets[index] ?? 0}px` }}
        >
          {renderRow(item, index)}
        </li>
      ))}
    </ul>
  )
}
