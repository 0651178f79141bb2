import { useCallback } from "react"
import { useIntl } from "react-intl"
import { useFeedback } from "../../runtime/hooks/use-feedback.ts"
import { useCopy } from "../../runtime/hooks/use-share.ts"
import { IconButton } from "../../ui/Button.tsx"
import { glyphCopy } from "../../ui/glyphs.ts"
import { glyphCheck } from "../../ui/Icon.tsx"
import { useLongPress } from "../../ui/use-long-press.ts"
import styles from "./copyable.module.css"

/** A value of a record that can be copied. */
export interface Copyable {
  readonly id: string
  readonly label: string
  readonly value: string
}

/**
 * Opens a menu of values to copy, for a long press on a record. The record's page has a button for
 * each.
 */
export const useCopyMenu = (): ((copyable: readonly Copyable[]) => void) => {
  const intl = useIntl()
  const { actionSheet } = useFeedback()
  const { copy } = useCopy()
  return useCallback(
    async (copyable) => {
      const items = copyable.map(({ id, label }) => ({ id, label }))
      const picked = await actionSheet({ title: intl.formatMessage({ id: "ui.copy" }), items })
      const chosen = copyable.find(({ id }) => id === picked)
      if (chosen) copy(chosen.value)
    },
    [intl, actionSheet, copy],
  )
}

export interface CodeValueProps {
  /** The name of the value, for the button's accessible name. */
  readonly what: string
  readonly value: string
}

/**
 * An address or a number among the figures of a record, copied by its button or by a long press.
 */
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
