import type { ReactNode } from "react"
import { useIntl } from "react-intl"
import styles from "./CopyValue.module.css"
import { glyphCopy } from "./glyphs.ts"
import { glyphCheck } from "./glyphs-basic.ts"
import { Icon } from "./Icon.tsx"
import { useLongPress } from "./useLongPress.ts"

export interface CopyValueProps {
  readonly label?: ReactNode | undefined
  /** Shown whole, in a type where 0 and O differ. */
  readonly value: string
  /** The parent copies (an effect) and says how it went. */
  readonly onCopy: (value: string) => void
  /** True for a moment after it worked. */
  readonly copied?: boolean | undefined
}

/** A code or an address with a button that copies it; holding the value copies it too. */
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
