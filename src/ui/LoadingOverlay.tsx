import { useId } from "react"
import { useIntl } from "react-intl"
import styles from "./LoadingOverlay.module.css"
import { Spinner } from "./Spinner.tsx"
import { useDialog } from "./useDialog.ts"

export interface LoadingOverlayProps {
  readonly open: boolean
  /** "Loading" unless told. */
  readonly text?: string | undefined
}

const stay = () => undefined

/** Covers the page, is read out by its words as it takes the focus, and takes neither taps nor keys until it is closed. Whether and when is the machine's affair. */
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
