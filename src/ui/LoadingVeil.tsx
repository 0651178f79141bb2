import { useIntl } from "react-intl"
import styles from "./LoadingVeil.module.css"
import { Spinner } from "./Spinner.tsx"
import { useDialog } from "./useDialog.ts"

export interface LoadingVeilProps {
  readonly open: boolean
  /** "Loading" unless told. */
  readonly text?: string | undefined
}

const stay = () => undefined

/** Covers the page and takes neither taps nor keys until it is closed. Whether and when is the machine's affair. */
export const LoadingVeil = ({ open, text }: LoadingVeilProps) => {
  const intl = useIntl()
  const dialog = useDialog({ open, onClose: stay, dismissable: false })
  const words = text ?? intl.formatMessage({ id: "ui.loading" })
  return (
    <dialog {...dialog} className={styles.veil} aria-label={words}>
      <div className={styles.box} role="status">
        <Spinner large />
        <span>{words}</span>
      </div>
    </dialog>
  )
}
