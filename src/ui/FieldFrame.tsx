import type { ReactNode } from "react"
import { useIntl } from "react-intl"
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
  readonly count?: { readonly used: number; readonly limit: number } | undefined
  readonly children: ReactNode
}

const Count = ({ used, limit }: { readonly used: number; readonly limit: number }) => {
  const intl = useIntl()
  return (
    <span className={styles.count}>
      <span aria-hidden="true">{`${used}/${limit}`}</span>
      <span className="visually-hidden">{intl.formatMessage({ id: "ui.field.count" }, { used, limit })}</span>
    </span>
  )
}

/** Label above, then the control, then the error and the hint. */
export const FieldFrame = ({ id, label, hideLabel, hint, error, count, children }: FieldFrameProps) => (
  <div className={styles.field} data-invalid={error ? true : undefined}>
    <label htmlFor={id} className={hideLabel ? "visually-hidden" : styles.label}>
      {label}
    </label>
    {children}
    <FieldProblem id={`${id}-error`} className={styles.error}>
      {error}
    </FieldProblem>
    {hint || count ? (
      <div className={styles.below}>
        <span id={`${id}-hint`}>{hint}</span>
        {count ? <Count {...count} /> : null}
      </div>
    ) : null}
  </div>
)
