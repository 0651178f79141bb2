import { useId } from "react"
import { useIntl } from "react-intl"
import styles from "./LoadingOverlay.module.css"
import { Spinner } from "./Spinner.tsx"
import { useDialog } from "./use-dialog.ts"

export interface LoadingOverlayProps {
  readonly open: boolean
  /** "Loading" by default. */
  readonly text?: string | undefined
}

const stay = () => undefined

/**
 * Covers the page and blocks taps and keys while open. It takes the focus, so screen readers read
 * its text.
 */
export const LoadingOverlay = ({ open, text }: LoadingOverlayProps) => {
  const intl = useIntl()
  const dialog = useDialog({ open, onClose: stay, dismissable: false })
  const id = useId()
  const words = text ?? intl.formatMessage({ id: "ui.loading" })
  return (
    <dialog {...dialog} className={styles.veil} aria-labelledby={id}>
      <div className={styles.box}>
        <Spinner large />
        <span id={id}>{words}</span>
      </div>
    </dialog>
  )
}
