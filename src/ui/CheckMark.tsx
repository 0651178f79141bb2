import type { InputHTMLAttributes } from "react"
import styles from "./CheckMark.module.css"

type InputAttributes = Omit<InputHTMLAttributes<HTMLInputElement>, "type" | "className" | "onChange">

export interface CheckMarkProps extends InputAttributes {
  readonly kind: "checkbox" | "radio"
  readonly onChange: (checked: boolean) => void
}

/**
 * The box of a checkbox or the circle of a radio button, drawn in the colours of the theme. The
 * label around it is the touch target.
 */
export const CheckMark = ({ kind, onChange, ...attributes }: CheckMarkProps) => (
  <input
    {...attributes}
    type={kind}
    className={styles.mark}
    onChange={(event) => onChange(event.currentTarget.checked)}
  />
)
