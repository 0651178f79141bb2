/** A list whose new rows come in above the others stands still while somebody reads it. */
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react"
import { useIntl } from "react-intl"
import { Button } from "../ui/Button.tsx"
import { glyphTop } from "../ui/glyphs.ts"
import { type Kept, standingStill } from "./still.ts"
import styles from "./still-list.module.css"

export interface StillListProps<Item> {
  readonly items: readonly Item[]
  readonly keyOf: (item: Item) => string
  /** What the rows were found in: with another one the list begins anew. */
  readonly of: unknown
  /** Draws these rows, in this order. */
  readonly children: (items: readonly Item[]) => ReactNode
}

/** A list moved by less is at its top. */
const TOP_PX = 4

/** The focus is on a row, or on the button that leads to the new ones; the list itself has it where that was pressed. */
const isAmong = (list: HTMLElement, focused: EventTarget | null): boolean =>
  focused instanceof Element && list.contains(focused) && !focused.matches("ul")

/** Calls back when somebody begins to read further down or to go along the rows, and when they are at the top again with the focus elsewhere. */
const useReading = (element: RefObject<HTMLElement | null>, onChange: (isReading: boolean) => void) => {
  const tell = useEffectEvent(onChange)
  useEffect(() => {
    const list = element.current
    const scroller = list?.closest("[data-scroller]")
    if (!list || !scroller) return
    let isReading = false
    const look = (focused: EventTarget | null) => {
      const next = scroller.scrollTop > TOP_PX || isAmong(list, focused)
      if (next !== isReading) tell(next)
      isReading = next
    }
    const listening = new AbortController()
    const { signal } = listening
    scroller.addEventListener("scroll", () => look(document.activeElement), { passive: true, signal })
    list.addEventListener("focusin", ({ target }) => look(target), { signal })
    list.addEventListener("focusout", ({ relatedTarget }) => look(relatedTarget), { signal })
    look(document.activeElement)
    return () => listening.abort()
  }, [element])
}

/** Scrolled down, or with the focus on a row, the rows stay where they are; a button tells how many have come since and leads to them. */
export const StillList = <Item,>({ items, keyOf, of, children }: StillListProps<Item>) => {
  const intl = useIntl()
  const element = useRef<HTMLDivElement>(null)
  const [kept, setKept] = useState<Kept<Item> | null>(null)
  useReading(element, (isReading) => setKept(isReading ? { items, of } : null))
  const goToNow = () => {
    // the button goes away: the focus must not get lost with it
    const list = element.current?.querySelector("ul")
    if (list) list.tabIndex = -1
    list?.focus({ preventScroll: true })
    element.current?.closest("[data-scroller]")?.scrollTo({ top: 0, behavior: "instant" })
    setKept(null)
  }
  if (kept && kept.of !== of) setKept({ items, of })
  const { rows, fresh, isMore } = standingStill(items, kept?.of === of ? kept : null, keyOf)
  return (
    <div ref={element} className={styles.still}>
      {fresh > 0 ? (
        <div className={styles.dock}>
          <Button size="small" glyph={glyphTop} onClick={goToNow}>
            {intl.formatMessage({ id: isMore ? "inspect.new-many" : "inspect.new" }, { count: fresh })}
          </Button>
        </div>
      ) : null}
      {children(rows)}
    </div>
  )
}
