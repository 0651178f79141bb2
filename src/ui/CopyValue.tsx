import type { ReactNode } from "react"
import { useIntl } from "react-intl"
import styles from "./CopyValue.module.css"
import { glyphCopy } from "./glyphs.ts"
import { glyphCheck, Icon } from "./Icon.tsx"
import { useLongPress } from "./use-long-press.ts"

export interface CopyValueProps {
  readonly label?: ReactNode | undefined
  /** Shown in full, in a font that distinguishes 0 and O. */
  readonly value: string
  /** The parent copies the value and sets `copied`. */
  readonly onCopy: (value: string) => void
  /** True for a moment after a successful copy. */
  readonly copied?: boolean | undefined
}

/** A code or an address with a copy button. A long press on the value copies it too. */
export const CopyValue = ({ label, value, onCopy, copied = false }: CopyValueProps) => {
  const intl = useIntl()
  const hold = useLongPress(() => onCopy(value))
  return (
    <div className={styles.copy}>
      <div className={styles.words}>
        {label ? <div className={styles.label}>{label}</div> : null}
        <div {...hold} className={styles.value} translate="no">
          {value}
        </div>
      </div>
      <button type="button" className={styles.button} onClick={() => onCopy(value)}>
        <Icon glyph={copied ? glyphCheck : glyphCopy} size={20} />
        <span>{intl.formatMessage({ id: copied ? "ui.copied" : "ui.copy" })}</span>
      </button>
    </div>
  )
}
