import { useIntl } from "react-intl"
import { useCopy } from "../../runtime/hooks/use-copy.ts"
import { glyphCopy } from "../../ui/glyphs.ts"
import { glyphCheck } from "../../ui/glyphs-basic.ts"
import { IconButton } from "../../ui/IconButton.tsx"
import { useLongPress } from "../../ui/useLongPress.ts"
import styles from "./code-value.module.css"

export interface CodeValueProps {
  /** What it is, for the spoken name of the button. */
  readonly what: string
  readonly value: string
}

/** An address or a number among the figures of a record: copied by its button, or by holding it. */
export const CodeValue = ({ what, value }: CodeValueProps) => {
  const intl = useIntl()
  const { copy, copied } = useCopy()
  const hold = useLongPress(() => copy(value))
  return (
    <span className={styles.code}>
      <span {...hold} className={styles.value} translate="no">
        {value}
      </span>
      <IconButton
        glyph={copied === value ? glyphCheck : glyphCopy}
        label={
          copied === value
            ? intl.formatMessage({ id: "ui.copied" })
            : intl.formatMessage({ id: "ui.copy.what" }, { what })
        }
        onClick={() => copy(value)}
      />
    </span>
  )
}
