import { useIntl } from "react-intl"
import { glyphRefresh } from "./glyphs.ts"
import { IconButton } from "./IconButton.tsx"
import styles from "./RefreshButton.module.css"

export interface RefreshButtonProps {
  readonly busy: boolean
  readonly onRefresh: () => void
}

/** What pulling the page down does, for those who do not pull: among the actions of a PageHeader. */
export const RefreshButton = ({ busy, onRefresh }: RefreshButtonProps) => {
  const intl = useIntl()
  return (
    <span className={styles.refresh} data-busy={busy || undefined}>
      <IconButton
        glyph={glyphRefresh}
        label={intl.formatMessage({ id: "ui.refresh" })}
        onClick={() => {
          if (!busy) onRefresh()
        }}
      />
    </span>
  )
}
