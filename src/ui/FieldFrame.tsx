import type { ReactNode } from "react"
import styles from "./Field.module.css"
import { FieldProblem } from "./FieldProblem.tsx"

interface Messages {
  readonly hint?: ReactNode | undefined
  readonly error?: ReactNode | undefined
}

/** The ids of the messages under a field, for `aria-describedby`. */
export const messageIdsOf = (id: string, { hint, error }: Messages): string | undefined =>
  [error ? `${id}-error` : "", hint ? `${id}-hint` : ""].filter(Boolean).join(" ") || undefined

export interface FieldFrameProps extends Messages {
  readonly id: string
  readonly label: ReactNode
  readonly hideLabel?: boolean | undefined
  readonly children: ReactNode
}

/** Layout of a field: label, control, error, hint. */
export const FieldFrame = ({ id, label, hideLabel, hint, error, children }: FieldFrameProps) => (
  <div className={styles.field} data-invalid={error ? true : undefined}>
    <label htmlFor={id} className={hideLabel ? "visually-hidden" : styles.label}>
      {label}
    </label>
    {children}
    <FieldProblem id={`${id}-error`} className={styles.error}>
      {error}
    </FieldProblem>
    {hint ? (
      <div id={`${id}-hint`} className={styles.hint}>
        {hint}
      </div>
    ) : null}
  </div>
)
