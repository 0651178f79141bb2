import { type MouseEvent, type PointerEvent, type SyntheticEvent, useLayoutEffect, useRef } from "react"

export interface DialogControl {
  readonly open: boolean
  /** Esc, a tap beside it, or a drag: the parent decides whether `open` turns false. */
  readonly onClose: () => void
  /** False while something must be answered or is being sent. */
  readonly dismissable?: boolean | undefined
  /** False where a tap beside it is no answer. */
  readonly lightDismiss?: boolean | undefined
}

const isBeside = (dialog: HTMLDialogElement, event: MouseEvent): boolean => {
  const box = dialog.getBoundingClientRect()
  const inside =
    event.clientX >= box.left &&
    event.clientX <= box.right &&
    event.clientY >= box.top &&
    event.clientY <= box.bottom
  return event.target === dialog && !inside
}

/**
 * Drives a native <dialog> from `open`: shown modally (the rest is inert, so focus stays inside), closed when `open` turns false or
 * the page is hidden; the browser gives focus back. A child with `data-autofocus` gets the focus first, else the dialog itself, which readers announce by its title.
 */
export const useDialog = (control: DialogControl) => {
  const { open, onClose, dismissable = true, lightDismiss = true } = control
  const ref = useRef<HTMLDialogElement>(null)
  // our own close() is answered by the same event as the browser's: it says nothing about what the member wants
  const ownCloses = useRef(0)
  // only what has begun beside it ends there: a finger that came down before it opened, or a selection that went too far, closes nothing
  const beganBeside = useRef(false)
  // before the element is taken away: a dialog that is closed outside of the page gives no focus back
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!open || !dialog) return
    if (!dialog.open) dialog.showModal()
    const first = dialog.querySelector<HTMLElement>("[data-autofocus]") ?? dialog
    first.focus({ preventScroll: true })
    return () => {
      if (!dialog.open) return
      ownCloses.current += 1
      dialog.close()
    }
  }, [open])
  return {
    ref,
    tabIndex: -1,
    onCancel: (event: SyntheticEvent<HTMLDialogElement>) => {
      if (event.target !== ref.current) return
      event.preventDefault()
      if (dismissable) onClose()
    },
    // a browser may close on a second Esc whatever we say: follow it, or come back if it must stay
    onClose: (event: SyntheticEvent<HTMLDialogElement>) => {
      if (event.target !== ref.current) return
      const isOwn = ownCloses.current > 0
      if (isOwn) ownCloses.current -= 1
      if (isOwn || !open) return
      if (dismissable) onClose()
      else ref.current?.showModal()
    },
    onPointerDown: (event: PointerEvent<HTMLDialogElement>) => {
      beganBeside.current = ref.current !== null && isBeside(ref.current, event)
    },
    onClick: (event: MouseEvent<HTMLDialogElement>) => {
      const hasBegun = beganBeside.current
      beganBeside.current = false
      if (hasBegun && dismissable && lightDismiss && ref.current && isBeside(ref.current, event)) onClose()
    },
  }
}
