import { type ReactNode, type Ref, useId } from "react"
import { FieldProblem } from "./FieldProblem.tsx"
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
