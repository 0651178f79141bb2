import {
  type ReactNode,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react"
import { flushSync } from "react-dom"
import { classes } from "./classes.ts"
import { InVirtualList, List } from "./List.tsx"
import styles from "./VirtualList.module.css"

export interface VirtualListProps<Item> {
  readonly items: readonly Item[]
  readonly keyOf: (item: Item) => string
  /**
   * The content of a row (a `Row` or `ListRow`, without `<li>`); rows may be of any height and may
   * change it.
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
   * replaced several times a second. Mounting them again would take longer than a frame.
   */
  readonly reuseElements?: boolean | undefined
  /** Without surface and hairlines: the rows draw their own. */
  readonly bare?: boolean | undefined
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
  const focused = focusedKey === undefined ? -1 : items.findIndex((item) => keyOf(item) === focusedKey)
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
      className={classes(styles.list, props.bare && styles.bare)}
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
          <InVirtualList value={true}>{renderRow(item, index)}</InVirtualList>
        </li>
      ))}
    </ul>
  )
}

/** From this many rows on a list of records is virtual: fewer are found by the browser's search. */
export const VIRTUAL_FROM = 100

/** Rows (`ListRow`) on one surface; a long list draws only those near the view. */
export const LongList = <Item,>(
  props: Pick<VirtualListProps<Item>, "items" | "keyOf" | "label"> & {
    readonly renderRow: (item: Item) => ReactNode
  },
) =>
  props.items.length < VIRTUAL_FROM ? (
    <List label={props.label}>{props.items.map(props.renderRow)}</List>
  ) : (
    <VirtualList {...props} />
  )

const FIRST_WINDOW: RowWindow = { first: 0, end: 16 }
/** Without a scroller all rows are drawn. */
const EVERYTHING: RowWindow = { first: 0, end: Number.POSITIVE_INFINITY }

/** The visible part of the list. */
interface View {
  readonly topPx: number
  readonly heightPx: number
}

const rowsIn = ({ topPx, heightPx }: View, offsets: Float64Array, marginRows: number): RowWindow =>
  windowOf(offsets, topPx, topPx + heightPx, marginRows)

const covers = (drawn: RowWindow, wanted: RowWindow): boolean =>
  drawn.first <= wanted.first && drawn.end >= wanted.end

/** Follows the nearest `[data-scroller]`. Without one, all rows are in the window. */
const useRowWindow = (
  list: RefObject<HTMLUListElement | null>,
  offsets: Float64Array,
  marginRows: number,
): RowWindow => {
  const [range, setRange] = useState(FIRST_WINDOW)
  const latest = useRef(offsets)
  /** Cached: reading it forces a layout. */
  const view = useRef<View>(undefined)
  const lookSoon = useRef<() => void>(undefined)
  const set = useCallback(
    (next: RowWindow) => setRange((now) => (now.first === next.first && now.end === next.end ? now : next)),
    [],
  )
  useLayoutEffect(() => {
    const element = list.current
    const scroller = element?.closest("[data-scroller]")
    if (!element || !scroller) return set(EVERYTHING)
    let frame = 0
    const near = () => {
      const { top, height } = scroller.getBoundingClientRect()
      view.current = { topPx: top - element.getBoundingClientRect().top, heightPx: height }
      return rowsIn(view.current, latest.current, marginRows)
    }
    const look = () => {
      frame = 0
      set(near())
    }
    // missing rows are drawn within this frame; removing rows would only delay it
    const begin = () => {
      const wanted = near()
      flushSync(() => setRange((now) => (covers(now, wanted) ? now : wanted)))
    }
    const soon = () => {
      frame ||= requestAnimationFrame(look)
    }
    lookSoon.current = soon
    scroller.addEventListener("scroll", soon, { passive: true })
    // the first notification comes in the first frame, when the layout is done anyway
    const resized = new ResizeObserver(() => (view.current ? soon() : begin()))
    resized.observe(scroller)
    return () => {
      cancelAnimationFrame(frame)
      scroller.removeEventListener("scroll", soon)
      resized.disconnect()
      view.current = undefined
      lookSoon.current = undefined
    }
  }, [list, set, marginRows])
  useLayoutEffect(() => {
    latest.current = offsets
    if (!view.current) return
    set(rowsIn(view.current, offsets, marginRows))
    lookSoon.current?.()
  }, [offsets, set, marginRows])
  return range
}

/** Limit of remembered heights: those of a list that is forgotten at once would make it jump. */
const HEIGHTS_MAX = 40_000

interface RowHeights {
  readonly heightOf: (key: string) => number
  readonly observe: (element: HTMLLIElement | null) => (() => void) | undefined
  /** Changes when a measured height differs from the assumed one. */
  readonly version: number
}

/** Measures each drawn row and remembers its height by key. */
const useRowHeights = (estimatePx: number): RowHeights => {
  const [version, setVersion] = useState(0)
  const measure = useMemo(() => {
    const heights = new Map<string, number>()
    let assumed: number | undefined
    const heightOf = (key: string) => heights.get(key) ?? assumed ?? estimatePx
    const note = (row: Element, height: number): boolean => {
      const key = row instanceof HTMLElement ? row.dataset.key : undefined
      if (key === undefined) return false
      const isOther = heightOf(key) !== height
      assumed ??= height
      // rows forgotten here are measured again when they are drawn
      if (heights.size >= HEIGHTS_MAX) heights.clear()
      heights.set(key, height)
      return isOther
    }
    const turn = (isOther: boolean) => {
      if (isOther) setVersion((now) => now + 1)
    }
    // a hidden page measures 0, which is ignored
    const onResize = (entries: readonly ResizeObserverEntry[]) =>
      turn(
        entries
          .map(({ target, borderBoxSize }) => {
            const height = borderBoxSize[0]?.blockSize
            return height ? note(target, height) : false
          })
          .includes(true),
      )
    let observer: ResizeObserver | undefined
    return {
      heightOf,
      observe: (element: HTMLLIElement | null) => {
        if (!element) return
        observer ??= new ResizeObserver(onResize)
        observer.observe(element, { box: "border-box" })
        return () => observer?.unobserve(element)
      },
    }
  }, [estimatePx])
  return { ...measure, version }
}

/** The offset of each row, and at the end the height of the list, in px. */
export const offsetsOf = (heights: readonly number[]): Float64Array => {
  const offsets = new Float64Array(heights.length + 1)
  heights.forEach((height, index) => {
    offsets[index + 1] = (offsets[index] ?? 0) + height
  })
  return offsets
}

/** The row at a distance from the top, by binary search; clamped to the existing rows. */
export const rowAt = (offsets: Float64Array, distancePx: number): number => {
  let low = 0
  let high = Math.max(0, offsets.length - 2)
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((offsets[middle] ?? 0) <= distancePx) low = middle
    else high = middle - 1
  }
  return low
}

interface RowWindow {
  readonly first: number
  /** Index after the last row to draw. */
  readonly end: number
}

/** The rows between two distances, plus `margin` rows on both sides. */
export const windowOf = (offsets: Float64Array, fromPx: number, toPx: number, margin: number): RowWindow => {
  const count = offsets.length - 1
  if (count <= 0) return { first: 0, end: 0 }
  return {
    first: Math.max(0, rowAt(offsets, fromPx) - margin),
    end: Math.min(count, rowAt(offsets, toPx) + 1 + margin),
  }
}

/**
 * The indices to draw: the window and the focused row, which must not be removed while it has the
 * focus.
 */
export const indicesOf = ({ first, end }: RowWindow, focused: number | undefined): readonly number[] => {
  const inside = Array.from({ length: end - first }, (_, offset) => first + offset)
  if (focused === undefined || (focused >= first && focused < end)) return inside
  return focused < first ? [focused, ...inside] : [...inside, focused]
}
