/** The parts of a console whose app gives none: native elements with the look of the tokens. */
import "./tokens.css"
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react"
import styles from "./default-parts.module.css"
import {
  type BadgeProps,
  type ButtonProps,
  classes,
  type FieldProps,
  type Glyph,
  type IconButtonProps,
  type NoticeProps,
  type Parts,
  type RowsProps,
  type SelectFieldProps,
  type TabsProps,
} from "./parts.tsx"

const Icon = ({ glyph, size }: { readonly glyph: Glyph; readonly size: number }) => (
  <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" className={styles.glyph}>
    <path d={glyph} />
  </svg>
)

const Button = ({ children, tone, size, glyph, disabled, type = "button", onClick }: ButtonProps) => (
  <button
    type={type}
    disabled={disabled}
    className={classes(
      styles.button,
      size === "small" && styles.small,
      tone === "secondary" && styles.secondary,
      tone === "quiet" && styles.quiet,
    )}
    onClick={onClick}
  >
    {glyph ? <Icon glyph={glyph} size={20} /> : null}
    <span>{children}</span>
  </button>
)

const IconButton = ({ glyph, label, onClick, disabled, ref }: IconButtonProps) => (
  <button
    ref={ref}
    type="button"
    className={styles.icon}
    aria-label={label}
    title={label}
    disabled={disabled}
    onClick={onClick}
  >
    <Icon glyph={glyph} size={24} />
  </button>
)

const Badge = ({ children, tone = "neutral" }: BadgeProps) => (
  <span className={styles.badge} data-tone={tone}>
    {children}
  </span>
)

const Notice = ({ children }: NoticeProps) => <div className={styles.notice}>{children}</div>

interface FrameProps extends Pick<FieldProps, "label" | "hideLabel" | "hint" | "error"> {
  readonly id: string
  readonly children: ReactNode
}

const messageId = (id: string): string => `${id}-message`

const Frame = ({ id, label, hideLabel, hint, error, children }: FrameProps) => (
  <div className={styles.field}>
    <label htmlFor={id} className={hideLabel ? styles.hidden : undefined}>
      {label}
    </label>
    {children}
    <span
      id={messageId(id)}
      role={error ? "alert" : undefined}
      className={error ? styles.problem : undefined}
    >
      {error ?? hint}
    </span>
  </div>
)

const Field = (props: FieldProps) => {
  const { value, onChange, kind = "text", placeholder, error, maxLength } = props
  const id = useId()
  const shared = {
    id,
    value,
    placeholder,
    maxLength,
    className: styles.input,
    "aria-invalid": error !== undefined,
    "aria-describedby": messageId(id),
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      onChange(currentTarget.value),
  }
  return (
    <Frame id={id} {...props}>
      {kind === "multiline" ? <textarea {...shared} /> : <input type={kind} {...shared} />}
    </Frame>
  )
}

const SelectField = (props: SelectFieldProps) => {
  const { value, options, onChange, placeholder, error } = props
  const id = useId()
  return (
    <Frame id={id} {...props}>
      <select
        id={id}
        value={value}
        className={styles.input}
        aria-invalid={error !== undefined}
        aria-describedby={messageId(id)}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        {placeholder === undefined ? null : (
          <option value="" disabled>
            {placeholder}
          </option>
        )}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Frame>
  )
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

const Tabs = ({ label, segments, active, onSelect, panelId }: TabsProps) => {
  const list = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const at = segments.findIndex(({ id }) => id === active)
    const step = steps[event.key]
    const edge = event.key === "Home" ? 0 : event.key === "End" ? segments.length - 1 : undefined
    if (step === undefined && edge === undefined) return
    const index = edge ?? (at + (step ?? 0) + segments.length) % segments.length
    const next = segments[index]
    if (!next) return
    event.preventDefault()
    onSelect(next.id)
    list.current?.querySelectorAll("button")[index]?.focus()
  }
  return (
    <div ref={list} role="tablist" aria-label={label} className={styles.tabs}>
      {segments.map((segment) => (
        <button
          key={segment.id}
          type="button"
          role="tab"
          id={`${panelId}-${segment.id}`}
          aria-selected={segment.id === active}
          aria-controls={panelId}
          tabIndex={segment.id === active ? 0 : -1}
          className={styles.tab}
          onClick={() => onSelect(segment.id)}
          onKeyDown={move}
        >
          {segment.label}
        </button>
      ))}
    </div>
  )
}

/** Rows drawn beyond each edge of the view, so that Tab finds them there. */
const MARGIN_ROWS = 6

interface RowsView {
  readonly rowPx: number
  readonly first: number
  readonly end: number
}

/** In another window the list may be drawn before its style sheet is loaded. */
const hasStyles = (list: HTMLUListElement): boolean => getComputedStyle(list).position === "relative"

/** The rows in view of the nearest `[data-scroller]`, by the height of the first one. */
const useRowsView = (list: RefObject<HTMLUListElement | null>, estimatePx: number): RowsView => {
  const [view, setView] = useState<RowsView>({ rowPx: estimatePx, first: 0, end: 24 })
  const watchFirst = useRef<() => void>(undefined)
  useEffect(() => {
    const element = list.current
    const scroller = element?.closest("[data-scroller]")
    if (!element || !scroller) return
    const firstRow = () => element.querySelector("li")
    const look = () => {
      const rowPx = (hasStyles(element) && firstRow()?.offsetHeight) || estimatePx
      const { top, height } = scroller.getBoundingClientRect()
      const topPx = top - element.getBoundingClientRect().top
      const first = Math.max(0, Math.floor(topPx / rowPx) - MARGIN_ROWS)
      const end = Math.max(0, Math.ceil((topPx + height) / rowPx) + MARGIN_ROWS)
      setView((now) =>
        now.rowPx === rowPx && now.first === first && now.end === end ? now : { rowPx, first, end },
      )
    }
    scroller.addEventListener("scroll", look, { passive: true })
    const resized = new ResizeObserver(look)
    resized.observe(scroller)
    let watched: Element | null = null
    watchFirst.current = () => {
      const row = firstRow()
      if (row === watched) return
      if (watched) resized.unobserve(watched)
      if (row) resized.observe(row)
      watched = row
    }
    look()
    return () => {
      watchFirst.current = undefined
      scroller.removeEventListener("scroll", look)
      resized.disconnect()
    }
  }, [list, estimatePx])
  useEffect(() => watchFirst.current?.())
  return view
}

/** All rows are as high as the first one. The focused row stays. */
const Rows = <Item,>({ label, items, keyOf, renderRow, estimatePx }: RowsProps<Item>) => {
  const list = useRef<HTMLUListElement>(null)
  const { rowPx, first, end } = useRowsView(list, estimatePx)
  const [focused, setFocused] = useState<string>()
  return (
    <ul
      ref={list}
      // biome-ignore lint/a11y/noRedundantRoles: Safari drops the role of a list without bullets
      role="list"
      aria-label={label}
      className={styles.rows}
      style={{ blockSize: `${items.length * rowPx + 2}px` }}
      onFocus={(event) => setFocused(event.target.closest("li")?.dataset.key)}
      onBlur={() => setFocused(undefined)}
    >
      {items.map((item, index) => {
        const key = keyOf(item)
        if ((index < first || index >= end) && key !== focused) return null
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: rows without state are replaced several times a second
            key={index}
            data-key={key}
            aria-setsize={items.length}
            aria-posinset={index + 1}
            className={styles.item}
            style={{ insetBlockStart: `${index * rowPx}px` }}
          >
            {renderRow(item)}
          </li>
        )
      })}
    </ul>
  )
}

export const defaultParts: Parts = { Button, IconButton, Badge, Notice, Field, SelectField, Tabs, Rows }
