import { type ReactNode, useId } from "react"
import { useIntl } from "react-intl"
import { glyphClose } from "./glyphs-basic.ts"
import { IconButton } from "./IconButton.tsx"
import styles from "./Sheet.module.css"
import { useDialog } from "./useDialog.ts"
import { useDragToClose } from "./useDragToClose.ts"

export interface SheetProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: ReactNode
  readonly children: ReactNode
  /** Stays at the bottom while the content scrolls. */
  readonly footer?: ReactNode | undefined
  /** False while something is being sent: Esc, the close button and dragging do nothing. */
  readonly dismissable?: boolean | undefined
}

/**
 * A bottom sheet on a phone, a centred dialog on a desktop. Focus stays inside and returns on
 * close.
 */
export const Sheet = ({ open, onClose, title, children, footer, dismissable = true }: SheetProps) => {
  const intl = useIntl()
  const titleId = useId()
  const dialog = useDialog({ open, onClose, dismissable })
  const drag = useDragToClose(dialog.ref, onClose, dismissable)
  return (
    <dialog {...dialog} aria-labelledby={titleId} className={styles.sheet}>
      <div className={styles.head} {...drag}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        <IconButton
          glyph={glyphClose}
          label={intl.formatMessage({ id: "ui.close" })}
          disabled={!dismissable}
          onClick={onClose}
        />
      </div>
      <div className={styles.body}>{children}</div>
      {footer ? <div className={styles.foot}>{footer}</div> : null}
    </dialog>
  )
}
