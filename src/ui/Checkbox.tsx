import { type ReactNode, useId } from "react"
import styles from "./Checkbox.module.css"
import { CheckMark } from "./CheckMark.tsx"
import { FieldProblem } from "./Field.tsx"

export interface CheckboxProps {
  /** The whole line is the touch target. */
  readonly label: ReactNode
  /** A link that follows the statement. */
  readonly link?: ReactNode | undefined
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly onBlur?: (() => void) | undefined
  readonly name?: string | undefined
  readonly error?: ReactNode | undefined
}

/** A single checkbox with its statement beside it and the error below. */
export const Checkbox = ({ label, link, checked, onChange, onBlur, name, error }: CheckboxProps) => {
  const id = useId()
  const errorId = `${id}-error`
  return (
    <div className={styles.field}>
      <div className={styles.line}>
        <CheckMark
          id={id}
          kind="checkbox"
          name={name}
          checked={checked}
          aria-required
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          onChange={onChange}
          onBlur={onBlur}
        />
        <span>
          <label htmlFor={id} className={styles.label}>
            {label}
          </label>{" "}
          {link}
        </span>
      </div>
      <FieldProblem id={errorId} className={styles.error}>
        {error}
      </FieldProblem>
    </div>
  )
}
