import { type ReactNode, type Ref, useId } from "react"
import { classes } from "./classes.ts"
import styles from "./Field.module.css"
import { FieldFrame, messageIdsOf } from "./Field.tsx"
import { glyphChevronDown, Icon } from "./Icon.tsx"

export interface SelectOption {
  readonly value: string
  readonly label: string
}

export interface SelectFieldProps {
  readonly label: ReactNode
  /** "" if nothing is chosen. */
  readonly value: string
  readonly options: readonly SelectOption[]
  readonly onChange: (value: string) => void
  /** Shown if nothing is chosen, "Choose a network". */
  readonly placeholder?: string | undefined
  readonly hint?: ReactNode | undefined
  readonly error?: ReactNode | undefined
  readonly name?: string | undefined
  readonly hideLabel?: boolean | undefined
  /** As wide as its value and without a box, beside a heading. */
  readonly compact?: boolean | undefined
  readonly ref?: Ref<HTMLSelectElement> | undefined
}

/** The native select, styled as a Field. */
export const SelectField = (props: SelectFieldProps) => {
  const id = useId()
  return (
    <FieldFrame {...props} id={id}>
      <span className={props.compact ? styles.compact : styles.box}>
        <select
          id={id}
          ref={props.ref}
          name={props.name}
          className={classes(styles.input, styles.select)}
          value={props.value}
          aria-invalid={props.error ? true : undefined}
          aria-describedby={messageIdsOf(id, props)}
          onChange={(event) => props.onChange(event.currentTarget.value)}
        >
          {props.placeholder === undefined ? null : (
            <option value="" disabled>
              {props.placeholder}
            </option>
          )}
          {props.options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <span className={styles.arrow}>
          <Icon glyph={glyphChevronDown} size={props.compact ? 16 : 20} />
        </span>
      </span>
    </FieldFrame>
  )
}
