/** A list whose items change several times a second. */
import { memo, useCallback, useLayoutEffect, useMemo, useRef, useState } from "react"
import { Badge } from "../ui/Badge.tsx"
import { classes } from "../ui/classes.ts"
import rowStyles from "../ui/List.module.css"
import { useRowWindow } from "../ui/useRowWindow.ts"
import listStyles from "../ui/VirtualList.module.css"
import { drawnBy, indicesOf, offsetsOf } from "../ui/virtual-window.ts"
import styles from "./live-list.module.css"

/** What a row says. */
export interface LiveRow {
  readonly title: string
  readonly subtitle: string
  /** At the right; "" where there is nothing to say. */
  readonly sign: string
  readonly isFailure?: boolean
}

export interface LiveListProps<Item> {
  /** Spoken name. */
  readonly label: string
  readonly items: readonly Item[]
  readonly keyOf: (item: Item) => string
  readonly rowOf: (item: Item) => LiveRow
  readonly onOpen: (item: Item) => void
  /** Rows drawn beyond the view: fewer where all of them are renewed each time. */
  readonly marginRows?: number
}

/** Rows drawn beyond each edge of the view, so that scrolling and Tab find them there. */
const MARGIN_ROWS = 6
/** Until the first row has been seen. */
const ESTIMATE_PX = 56

/** Height of every row, told by the first one that is drawn. */
const useRowHeight = () => {
  const [rowPx, setRowPx] = useState(ESTIMATE_PX)
  const probe = useCallback((row: HTMLLIElement | null) => {
    if (!row) return
    const resized = new ResizeObserver(([entry]) => {
      const px = entry?.borderBoxSize[0]?.blockSize
      // a hidden part measures 0: what is known stays true
      if (px) setRowPx(px)
    })
    resized.observe(row, { box: "border-box" })
    return () => resized.disconnect()
  }, [])
  return { rowPx, probe }
}

/** The elements that rows are drawn by: those of rows that have gone draw the next ones. */
const useElements = (keys: readonly string[]): ReadonlyMap<string, number> => {
  const drawn = useRef<ReadonlyMap<string, number>>(new Map())
  const next = drawnBy(drawn.current, keys)
  useLayoutEffect(() => {
    drawn.current = next
  })
  return next
}

interface FaceProps extends LiveRow {
  readonly id: string
  readonly onOpen: (id: string) => void
}

const Face = memo(({ id, title, subtitle, sign, isFailure, onOpen }: FaceProps) => (
  <button type="button" className={classes(rowStyles.pressable, styles.row)} onClick={() => onOpen(id)}>
    <span className={styles.title}>{title}</span>
    <span className={styles.subtitle}>{subtitle}</span>
    <span className={classes(styles.sign, sign === "" && styles.unsaid)}>
      <Badge tone={isFailure ? "danger" : "neutral"}>{sign}</Badge>
    </span>
  </button>
))

/** It keeps the focused row, and tells readers how many rows there are. */
export const LiveList = <Item,>(props: LiveListProps<Item>) => {
  const { label, items, keyOf, rowOf, onOpen, marginRows = MARGIN_ROWS } = props
  const list = useRef<HTMLUListElement>(null)
  const { rowPx, probe } = useRowHeight()
  const { length } = items
  const offsets = useMemo(() => offsetsOf(Array<number>(length).fill(rowPx)), [length, rowPx])
  const range = useRowWindow(list, offsets, marginRows)
  const [focusedKey, setFocusedKey] = useState<string>()
  const focused = focusedKey === undefined ? -1 : items.findIndex((item) => keyOf(item) === focusedKey)
  const shown = { first: Math.min(range.first, length), end: Math.min(range.end, length) }
  const drawn = indicesOf(shown, focused < 0 ? undefined : focused).flatMap((index) => {
    const item = items[index]
    return item === undefined ? [] : [{ index, item, key: keyOf(item) }]
  })
  const elements = useElements(drawn.map(({ key }) => key))
  const latest = useRef({ items, keyOf, onOpen })
  useLayoutEffect(() => {
    latest.current = { items, keyOf, onOpen }
  })
  const open = useCallback((id: string) => {
    const { current } = latest
    const item = current.items.find((one) => current.keyOf(one) === id)
    if (item !== undefined) current.onOpen(item)
  }, [])
  return (
    <ul
      ref={list}
      // biome-ignore lint/a11y/noRedundantRoles: Safari drops the role of a list without bullets
      role="list"
      aria-label={label}
      className={classes(listStyles.list, styles.list)}
      style={{ blockSize: `${length * rowPx + 2}px` }}
      onFocus={(event) => setFocusedKey(event.target.closest("li")?.dataset.key)}
      onBlur={() => setFocusedKey(undefined)}
    >
      {drawn.map(({ index, item, key }, at) => (
        <li
          key={elements.get(key)}
          ref={at === 0 ? probe : undefined}
          data-key={key}
          aria-setsize={length}
          aria-posinset={index + 1}
          className={styles.item}
          style={{ insetBlockStart: `${index * rowPx}px` }}
        >
          <Face id={key} {...rowOf(item)} onOpen={open} />
        </li>
      ))}
    </ul>
  )
}
