import { type MouseEvent, type PointerEvent, type SyntheticEvent, useLayoutEffect, useRef } from "react"

export interface DialogControl {
  readonly open: boolean
  /**
   * Requests to close by Esc, a click outside or a drag. The parent decides whether `open` becomes
   * false.
   */
  readonly onClose: () => void
  /** False while an answer is required or something is being sent. */
  readonly dismissable?: boolean | undefined
  /** False if a click outside must not close it. */
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
 * Opens a native modal <dialog> while `open` is true and the page is visible. The browser keeps the focus inside and returns it
 * on close. The first focus goes to a child with `data-autofocus`, else to the dialog, which screen readers announce by its title.
 */
export const useDialog = (control: DialogControl) => {
  const { open, onClose, dismissable = true, lightDismiss = true } = control
  const ref = useRef<HTMLDialogElement>(null)
  // our own close() raises the same event as the browser's, but is no request to close
  const ownCloses = useRef(0)
  // a click outside counts only if its pointerdown was outside too, not the end of a text selection
  const beganBeside = useRef(false)
  // runs before the element is removed: a removed dialog does not return the focus
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
    // some browsers close on a second Esc regardless of preventDefault: report it, or open again
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
