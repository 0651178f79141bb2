import { type KeyboardEvent, type ReactNode, type Ref, useId, useRef } from "react"
import { FieldProblem } from "./Field.tsx"
import styles from "./Segmented.module.css"

export interface Segment<Value extends string> {
  readonly value: Value
  readonly label: ReactNode
}

export interface SegmentedProps<Value extends string> {
  /** Names the choice; visible unless `hideLabel`. */
  readonly label: ReactNode
  readonly value: Value | undefined
  readonly options: readonly Segment<Value>[]
  readonly onChange: (value: Value) => void
  readonly hideLabel?: boolean | undefined
  /** At the end of the label's line, outside of the group's name. */
  readonly about?: ReactNode | undefined
  readonly error?: ReactNode | undefined
  readonly onBlur?: (() => void) | undefined
  /** The checked input, or the first one: it takes the focus on an error. */
  readonly ref?: Ref<HTMLInputElement> | undefined
}

/** A radio group laid out side by side. For the tabs of a page use SegmentedTabs. */
export const Segmented = <Value extends string>(props: SegmentedProps<Value>) => {
  const id = useId()
  const errorId = `${id}-error`
  const chosen = props.options.findIndex((option) => option.value === props.value)
  return (
    <fieldset className={styles.group} aria-describedby={props.error ? errorId : undefined}>
      <legend className={props.hideLabel ? "visually-hidden" : styles.legend}>{props.label}</legend>
      {props.about ? <span className={styles.about}>{props.about}</span> : null}
      <div className={styles.track}>
        {props.options.map((option, index) => (
          <label key={option.value} className={styles.segment}>
            <input
              ref={index === Math.max(0, chosen) ? props.ref : undefined}
              type="radio"
              className="visually-hidden"
              name={id}
              value={option.value}
              checked={option.value === props.value}
              onChange={() => props.onChange(option.value)}
              onBlur={props.onBlur}
            />
            <span className={styles.face}>{option.label}</span>
          </label>
        ))}
      </div>
      <FieldProblem id={errorId} className={styles.error}>
        {props.error}
      </FieldProblem>
    </fieldset>
  )
}

export interface TabSegment<Id extends string> {
  readonly id: Id
  readonly label: ReactNode
}

export interface SegmentedTabsProps<Id extends string> {
  /** Accessible name of the tab list. */
  readonly label: string
  readonly segments: readonly TabSegment<Id>[]
  readonly active: Id
  readonly onSelect: (id: Id) => void
  /**
   * The panel below is `<div role="tabpanel" id={panelId}
   * aria-labelledby={`${panelId}-${active}`}>`.
   */
  readonly panelId: string
  /** One line that scrolls sideways, for more tabs than fit side by side. */
  readonly scrolls?: boolean | undefined
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** The tab list of a page ("Open", "Completed"). Arrow keys, Home and End move between the tabs. */
export const SegmentedTabs = <Id extends string>(props: SegmentedTabsProps<Id>) => {
  const { segments, active } = props
  const list = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const at = segments.findIndex((segment) => segment.id === active)
    const step = steps[event.key]
    const edge = event.key === "Home" ? 0 : event.key === "End" ? segments.length - 1 : undefined
    if (step === undefined && edge === undefined) return
    const index = edge ?? (at + (step ?? 0) + segments.length) % segments.length
    const next = segments[index]
    if (!next) return
    event.preventDefault()
    props.onSelect(next.id)
    list.current?.querySelectorAll("button")[index]?.focus()
  }
  return (
    <div
      ref={list}
      role="tablist"
      aria-label={props.label}
      className={props.scrolls ? styles.strip : styles.track}
    >
      {segments.map((segment) => (
        <div key={segment.id} role="presentation" className={styles.segment}>
          <button
            type="button"
            role="tab"
            id={`${props.panelId}-${segment.id}`}
            aria-selected={segment.id === active}
            aria-controls={props.panelId}
            tabIndex={segment.id === active ? 0 : -1}
            className={styles.face}
            onClick={() => props.onSelect(segment.id)}
            onKeyDown={move}
          >
            {segment.label}
          </button>
        </div>
      ))}
    </div>
  )
}
