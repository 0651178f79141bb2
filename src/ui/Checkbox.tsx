import { type ReactNode, type Ref, useId } from "react"
import styles from "./Checkbox.module.css"
import { FieldProblem } from "./Field.tsx"

export interface CheckboxProps {
  /** The whole line is the touch target. */
  readonly label: ReactNode
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly onBlur?: (() => void) | undefined
  readonly name?: string | undefined
  readonly error?: ReactNode | undefined
  readonly ref?: Ref<HTMLInputElement> | undefined
}

/** A single checkbox with its statement beside it and the error below. */
export const Checkbox = ({ label, checked, onChange, onBlur, name, error, ref }: CheckboxProps) => {
  const errorId = `${useId()}-error`
  return (
    <div className={styles.field} data-invalid={error ? true : undefined}>
      <label className={styles.line}>
        <input
          ref={ref}
          type="checkbox"
          className={styles.box}
          name={name}
          checked={checked}
          aria-required
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          onChange={(event) => onChange(event.currentTarget.checked)}
          onBlur={onBlur}
        />
        <span>{label}</span>
      </label>
      <FieldProblem id={errorId} className={styles.error}>
        {error}
      </FieldProblem>
    </div>
  )
}
