import { useIntl } from "react-intl"
import { glyphRefresh } from "./glyphs.ts"
import { IconButton } from "./IconButton.tsx"

export interface RefreshButtonProps {
  readonly busy: boolean
  readonly onRefresh: () => void
}

/**
 * What pulling the page down does, for those who do not pull: among the actions of a PageHeader.
 */
export const RefreshButton = ({ busy, onRefresh }: RefreshButtonProps) => {
  const intl = useIntl()
  return (
    <IconButton
      glyph={glyphRefresh}
      label={intl.formatMessage({ id: "ui.refresh" })}
      busy={busy}
      onClick={() => {
        if (!busy) onRefresh()
      }}
    />
  )
}
