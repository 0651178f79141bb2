import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react"
import styles from "./VirtualList.module.css"
import { indicesOf, offsetsOf, type RowWindow, windowOf } from "./virtual-window.ts"

export interface VirtualListProps<Item> {
  readonly items: readonly Item[]
  readonly keyOf: (item: Item) => string
  /** The content of a row (a `Row`, without `<li>`); rows may be of any height and may change it. */
  readonly renderRow: (item: Item, index: number) => ReactNode
  /** Spoken name. */
  readonly label: string
  /** Height of a row that has not been seen yet, in px. */
  readonly estimatePx?: number | undefined
}

/** Rows drawn beyond each edge of the view, so that scrolling and Tab find them there. */
const MARGIN_ROWS = 6
const FIRST_WINDOW: RowWindow = { first: 0, end: 16 }
/** Where nothing scrolls there is no window. */
const EVERYTHING: RowWindow = { first: 0, end: Number.POSITIVE_INFINITY }

/** Follows the nearest `[data-scroller]` and says which rows of the list are near the view. */
const useWindow = (list: RefObject<HTMLUListElement | null>, offsets: Float64Array): RowWindow => {
  const [range, setRange] = useState(FIRST_WINDOW)
  useLayoutEffect(() => {
    const element = list.current
    const scroller = element?.closest("[data-scroller]")
    if (!element || !scroller) return setRange(EVERYTHING)
    let frame = 0
    const look = () => {
      frame = 0
      const view = scroller.getBoundingClientRect()
      const topPx = view.top - element.getBoundingClientRect().top
      const next = windowOf(offsets, topPx, topPx + view.height, MARGIN_ROWS)
      setRange((now) => (now.first === next.first && now.end === next.end ? now : next))
    }
    const lookSoon = () => {
      frame ||= requestAnimationFrame(look)
    }
    look()
    scroller.addEventListener("scroll", lookSoon, { passive: true })
    const resized = new ResizeObserver(lookSoon)
    resized.observe(scroller)
    return () => {
      cancelAnimationFrame(frame)
      scroller.removeEventListener("scroll", lookSoon)
      resized.disconnect()
    }
  }, [list, offsets])
  return range
}

interface Measure {
  readonly heightOf: (key: string) => number | undefined
  readonly observe: (element: HTMLLIElement | null) => (() => void) | undefined
  /** Changes when a height has changed. */
  readonly version: number
}

/** Remembers the height of each row that has been drawn, by key. */
const useMeasure = (): Measure => {
  const heights = useRef(new Map<string, number>())
  const observer = useRef<ResizeObserver>(undefined)
  const [version, setVersion] = useState(0)
  const measure = useMemo(() => {
    const note = (entries: readonly ResizeObserverEntry[]) => {
      let changed = false
      for (const { target, borderBoxSize } of entries) {
        const key = target instanceof HTMLElement ? target.dataset.key : undefined
        const height = borderBoxSize[0]?.blockSize
        // a hidden page measures 0: what is known stays true
        if (key === undefined || !height || heights.current.get(key) === height) continue
        heights.current.set(key, height)
        changed = true
      }
      if (changed) setVersion((now) => now + 1)
    }
    return {
      heightOf: (key: string) => heights.current.get(key),
      observe: (element: HTMLLIElement | null) => {
        if (!element) return
        observer.current ??= new ResizeObserver(note)
        observer.current.observe(element, { box: "border-box" })
        return () => observer.current?.unobserve(element)
      },
    }
  }, [])
  useEffect(() => () => observer.current?.disconnect(), [])
  return { ...measure, version }
}

/** A long list that draws only the rows near the view. It keeps the focused row, and tells readers how many rows there are. */
export const VirtualList = <Item,>(props: VirtualListProps<Item>) => {
  const { items, keyOf, renderRow, estimatePx = 64 } = props
  const list = useRef<HTMLUListElement>(null)
  const { heightOf, observe, version } = useMeasure()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` stands for the heights measured so far
  const offsets = useMemo(
    () => offsetsOf(items.map((item) => heightOf(keyOf(item)) ?? estimatePx)),
    [items, keyOf, estimatePx, heightOf, version],
  )
  const range = useWindow(list, offsets)
  const [focusedKey, setFocusedKey] = useState<string>()
  const focused = items.findIndex((item) => keyOf(item) === focusedKey)
  const shown = { first: range.first, end: Math.min(range.end, items.length) }
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
      {indicesOf(shown, focused < 0 ? undefined : focused).map((index) => {
        const item = items[index]
        if (item === undefined) return null
        const key = keyOf(item)
        return (
          <li
            key={key}
            ref={observe}
            data-key={key}
            aria-setsize={items.length}
            aria-posinset={index + 1}
            className={styles.item}
            style={{ translate: `0 ${offsets[index] ?? 0}px` }}
          >
            {renderRow(item, index)}
          </li>
        )
      })}
    </ul>
  )
}
