import { type KeyboardEvent, type ReactNode, useId } from "react"
import { useIntl } from "react-intl"
import { type Channels, readableTone } from "../domain/colour.ts"
import { MODAL_CANCEL_COLOR } from "../domain/limits.ts"
import { Button } from "./Button.tsx"
import styles from "./Modal.module.css"
import { useDialog } from "./use-dialog.ts"

export interface ModalProps {
  readonly open: boolean
  readonly title: ReactNode
  readonly children?: ReactNode | undefined
  readonly onConfirm: () => void
  /** Called on cancel or Esc. A click outside is ignored: it may be accidental. */
  readonly onCancel: () => void
  readonly confirmLabel?: ReactNode | undefined
  readonly cancelLabel?: ReactNode | undefined
  /** True by default. */
  readonly showCancel?: boolean | undefined
  readonly tone?: "primary" | "danger" | undefined
  /** #rrggbb of the confirm button, adjusted until readable. A destructive question ignores it. */
  readonly confirmColor?: string | undefined
  /** #rrggbb of the cancel text, adjusted until readable; the text colour by default. */
  readonly cancelColor?: string | undefined
  readonly busy?: boolean | undefined
}

const inkOf = (colour = MODAL_CANCEL_COLOR): string | undefined =>
  colour === MODAL_CANCEL_COLOR ? undefined : readableFill(colour)

/** Enter in a field confirms, except while an input method composes a word. */
const isEnterInField = ({ key, target, nativeEvent }: KeyboardEvent): boolean =>
  key === "Enter" && target instanceof HTMLInputElement && !nativeEvent.isComposing

/**
 * A short question with one or two answers. A destructive question focuses the cancel button first.
 */
export const Modal = (props: ModalProps) => {
  const { open, onCancel, busy = false, tone = "primary", showCancel = true } = props
  const intl = useIntl()
  const id = useId()
  const dialog = useDialog({ open, onClose: onCancel, dismissable: !busy, lightDismiss: false })
  const onKeyDown = (event: KeyboardEvent) => {
    if (busy || !isEnterInField(event)) return
    event.preventDefault()
    props.onConfirm()
  }
  return (
    <dialog
      {...dialog}
      onKeyDown={onKeyDown}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={props.children ? `${id}-text` : undefined}
      className={styles.modal}
    >
      <h2 id={`${id}-title`} className={styles.title}>
        {props.title}
      </h2>
      {props.children ? (
        <div id={`${id}-text`} className={styles.text}>
          {props.children}
        </div>
      ) : null}
      <div className={styles.answers}>
        {showCancel ? (
          <Button
            tone="secondary"
            ink={inkOf(props.cancelColor)}
            onClick={onCancel}
            disabled={busy}
            autoFocus={tone === "danger"}
          >
            {props.cancelLabel ?? intl.formatMessage({ id: "ui.cancel" })}
          </Button>
        ) : null}
        <Button
          tone={tone}
          fill={tone === "primary" ? readableFill(props.confirmColor ?? "") : undefined}
          onClick={props.onConfirm}
          busy={busy}
          autoFocus={tone === "primary"}
        >
          {props.confirmLabel ?? intl.formatMessage({ id: "ui.confirm" })}
        </Button>
      </div>
    </dialog>
  )
}

/** The background of dialogs: `--raised` of src/styles/tokens.css in both themes. */
export const RAISED: { readonly light: Channels; readonly dark: Channels } = {
  light: [255, 255, 255],
  dark: [26, 34, 38],
}

/**
 * A CSS value that is readable on a dialog in both themes; undefined if the colour is malformed.
 */
export const readableFill = (colour: string): string | undefined => {
  const [light, dark] = [readableTone(colour, RAISED.light), readableTone(colour, RAISED.dark)]
  return light === null || dark === null ? undefined : `light-dark(${light}, ${dark})`
}
