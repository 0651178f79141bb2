/** A list of rows of one height whose items change several times a second. */
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react"
import { focusedBeside, isElement } from "./any-window.ts"
import { glyphTop } from "./glyphs.ts"
import styles from "./live-list.module.css"
import { Badge, Button, classes, Field, Rows } from "./parts.tsx"
import { useTexts } from "./texts.ts"

export interface LiveRow {
  readonly title: string
  readonly subtitle: string
  /** Badge at the right; "" for none. */
  readonly badge: string
  readonly isFailure?: boolean
}

export interface LiveListProps<Item> {
  /** Accessible name. */
  readonly label: string
  readonly items: readonly Item[]
  readonly keyOf: (item: Item) => string
  readonly rowOf: (item: Item) => LiveRow
  readonly onOpen: (item: Item) => void
}

/** Height of a row in px, until one is measured. */
const ESTIMATE_PX = 56

const RowButton = (props: LiveRow & { readonly onPress: () => void }) => {
  const { title, subtitle, badge, isFailure, onPress } = props
  return (
    <button type="button" className={styles.row} onClick={onPress}>
      <span className={styles.title}>{title}</span>
      <span className={styles.subtitle}>{subtitle}</span>
      <span className={classes(styles.badge, badge === "" && styles.empty)}>
        <Badge tone={isFailure ? "danger" : "neutral"}>{badge}</Badge>
      </span>
    </button>
  )
}

export const LiveList = <Item,>({ label, items, keyOf, rowOf, onOpen }: LiveListProps<Item>) => (
  <div className={styles.list}>
    <Rows
      label={label}
      items={items}
      keyOf={keyOf}
      estimatePx={ESTIMATE_PX}
      reuseElements
      renderRow={(item) => <RowButton {...rowOf(item)} onPress={() => onOpen(item)} />}
    />
  </div>
)

// Freezes the rows of a list while the reader is scrolled down, presses a row or has the focus on one;
// new rows wait above.

/** The rows when reading began, and the list that they are from. */
interface Frozen<Item> {
  readonly items: readonly Item[]
  readonly listId: unknown
}

export interface FrozenRows<Item> {
  readonly rows: readonly Item[]
  /** Number of rows that came since. */
  readonly newCount: number
  /** True if more may have come than the bounded list still holds. */
  readonly isAtLeast: boolean
}

/**
 * Frozen rows keep their order and take the newest version of each item; items that left the list
 * stay as they were.
 */
export const frozenRows = <Item,>(
  items: readonly Item[],
  frozen: readonly Item[] | null,
  keyOf: (item: Item) => string,
): FrozenRows<Item> => {
  if (!frozen) return { rows: items, newCount: 0, isAtLeast: false }
  const newest = new Map(items.map((item) => [keyOf(item), item]))
  const rows = frozen.map((item) => newest.get(keyOf(item)) ?? item)
  for (const item of frozen) newest.delete(keyOf(item))
  return { rows, newCount: newest.size, isAtLeast: newest.size === items.length }
}

/** A list that is scrolled by less is at its top. */
const TOP_PX = 4

/**
 * True if the focus is inside the list, the button to its top included; not if it is on the list
 * itself.
 */
const hasFocusInside = (list: HTMLElement, focused: EventTarget | null): boolean =>
  isElement(focused) && list.contains(focused) && !focused.matches("ul")

/** Calls back when reading begins (scrolled down, a press, or the focus inside) and when it ends. */
const useReading = (element: RefObject<HTMLElement | null>, onChange: (isReading: boolean) => void) => {
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  useEffect(() => {
    const list = element.current
    const scroller = list?.closest("[data-scroller]")
    if (!list || !scroller) return
    let isReading = false
    const update = (focused: EventTarget | null) => {
      const next = scroller.scrollTop > TOP_PX || hasFocusInside(list, focused)
      if (next !== isReading) latest.current(next)
      isReading = next
    }
    const listening = new AbortController()
    const { signal } = listening
    scroller.addEventListener("scroll", () => update(focusedBeside(list)), { passive: true, signal })
    // a finger gives the focus only when it leaves: until then another row could move under it
    list.addEventListener("pointerdown", ({ target }) => update(target), { signal })
    list.addEventListener("pointercancel", () => update(focusedBeside(list)), { signal })
    list.addEventListener("focusin", ({ target }) => update(target), { signal })
    list.addEventListener("focusout", ({ relatedTarget }) => update(relatedTarget), { signal })
    update(focusedBeside(list))
    return () => listening.abort()
  }, [element])
}

export interface FrozenListProps<Item> {
  readonly items: readonly Item[]
  readonly keyOf: (item: Item) => string
  /** Identity of the list: another one thaws the rows. */
  readonly listId: unknown
  /** Renders the rows, in this order. */
  readonly children: (items: readonly Item[]) => ReactNode
}

/** While rows are frozen, a button shows how many new ones there are and scrolls to them. */
export const FrozenList = <Item,>({ items, keyOf, listId, children }: FrozenListProps<Item>) => {
  const { text } = useTexts()
  const element = useRef<HTMLDivElement>(null)
  const [frozen, setFrozen] = useState<Frozen<Item> | null>(null)
  useReading(element, (isReading) => setFrozen(isReading ? { items, listId } : null))
  const goToNewest = () => {
    // the button unmounts: the focus moves to the list
    const list = element.current?.querySelector("ul")
    if (list) list.tabIndex = -1
    list?.focus({ preventScroll: true })
    element.current?.closest("[data-scroller]")?.scrollTo({ top: 0, behavior: "instant" })
    setFrozen(null)
  }
  if (frozen && frozen.listId !== listId) setFrozen({ items, listId })
  const { rows, newCount, isAtLeast } = frozenRows(
    items,
    frozen && frozen.listId === listId ? frozen.items : null,
    keyOf,
  )
  return (
    <div ref={element} className={styles.frozen}>
      {newCount > 0 ? (
        <div className={styles.dock}>
          <Button size="small" glyph={glyphTop} onClick={goToNewest}>
            {text(isAtLeast ? "new-many" : "new", { count: newCount })}
          </Button>
        </div>
      ) : null}
      {children(rows)}
    </div>
  )
}

/** Filter for a list: rows must contain each word. */
export const FilterField = ({
  value,
  onChange,
}: {
  readonly value: string
  readonly onChange: (value: string) => void
}) => {
  const label = useTexts().text("filter")
  return <Field label={label} hideLabel kind="search" placeholder={label} value={value} onChange={onChange} />
}

const formats = new Map<string, Intl.DateTimeFormat>()

const formatOf = (locale: string): Intl.DateTimeFormat => {
  const format =
    formats.get(locale) ??
    new Intl.DateTimeFormat(locale, {
      hour: "numeric",
      minute: "2-digit",
      second: "2-digit",
      fractionalSecondDigits: 3,
      hourCycle: "h23",
    })
  formats.set(locale, format)
  return format
}

/** Time of day, to the millisecond. */
export const timeOfDayText = (locale: string, atMs: number): string => formatOf(locale).format(atMs)
