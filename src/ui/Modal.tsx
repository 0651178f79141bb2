import { type KeyboardEvent, type ReactNode, useId } from "react"
import { useIntl } from "react-intl"
import { MODAL_CANCEL_COLOR } from "../domain/limits.ts"
import { Button } from "./Button.tsx"
import styles from "./Modal.module.css"
import { useDialog } from "./useDialog.ts"

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

// Adjusts the lightness of a colour until it is readable on its background. The hue stays.

/** Red, green and blue, 0 to 255. */
type Channels = readonly [red: number, green: number, blue: number]

/** The background of dialogs: `--raised` of src/styles/tokens.css in both themes. */
export const RAISED: { readonly light: Channels; readonly dark: Channels } = {
  light: [255, 255, 255],
  dark: [26, 34, 38],
}

const READABLE_CONTRAST = 4.5
/** Bisection steps. Ten are finer than one step of a channel. */
const HALVINGS = 10

const channelsOf = (colour: string): Channels | null => {
  const [, digits = ""] = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(colour) ?? []
  if (digits === "") return null
  const width = digits.length / 3
  const channel = (index: number): number => {
    const digit = digits.slice(index * width, (index + 1) * width)
    return Number.parseInt(width === 1 ? digit + digit : digit, 16)
  }
  return [channel(0), channel(1), channel(2)]
}

const linear = (channel: number): number => {
  const share = channel / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

const luminance = ([red, green, blue]: Channels): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)

/** WCAG 2 contrast ratio, 1 to 21. */
const contrast = (one: Channels, other: Channels): number => {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

const hexOf = (channels: Channels): string =>
  `#${channels.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`

/** Mixes a share of black (`end` 0) or white (255) into the colour. The hue stays. */
const mixed = ([red, green, blue]: Channels, end: number, share: number): Channels => {
  const step = (channel: number): number => Math.round(channel + (end - channel) * share)
  return [step(red), step(green), step(blue)]
}

/**
 * The colour if its contrast on the background is at least 4.5; else the nearest tone of its hue
 * with that contrast. Null if the colour is not #rgb or #rrggbb.
 */
export const readableTone = (colour: string, background: Channels): string | null => {
  const chosen = channelsOf(colour)
  if (chosen === null) return null
  if (contrast(chosen, background) >= READABLE_CONTRAST) return hexOf(chosen)
  const end = contrast(background, [0, 0, 0]) > contrast(background, [255, 255, 255]) ? 0 : 255
  let [unreadable, readable] = [0, 1]
  for (let halving = 0; halving < HALVINGS; halving += 1) {
    const middle = (unreadable + readable) / 2
    if (contrast(mixed(chosen, end, middle), background) >= READABLE_CONTRAST) readable = middle
    else unreadable = middle
  }
  return hexOf(mixed(chosen, end, readable))
}

/**
 * A CSS value that is readable on a dialog in both themes; undefined if the colour is malformed.
 */
export const readableFill = (colour: string): string | undefined => {
  const [light, dark] = [readableTone(colour, RAISED.light), readableTone(colour, RAISED.dark)]
  return light === null || dark === null ? undefined : `light-dark(${light}, ${dark})`
}
