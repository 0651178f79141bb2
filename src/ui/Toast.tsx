import { useEffect, useRef, useState } from "react"
import { createPortal } from "react-dom"
import { TOAST_FADE_MS, type ToastIcon } from "../domain/limits.ts"
import { type Glyph, glyphAlert, glyphCheck } from "./glyphs-basic.ts"
import { Icon } from "./Icon.tsx"
import { Spinner } from "./Spinner.tsx"
import styles from "./Toast.module.css"

export interface ToastView {
  /** Changes with each toast, so that the same words twice are announced twice. */
  readonly id: string | number
  readonly icon: ToastIcon
  readonly text: string
  /** The address of a picture in place of the icon. */
  readonly image?: string | undefined
}

const glyphs: Partial<Record<ToastIcon, Glyph>> = { success: glyphCheck, error: glyphAlert }

const Face = ({ icon, image }: Pick<ToastView, "icon" | "image">) => {
  const glyph = glyphs[icon]
  if (image) return <img src={image} alt="" width="24" height="24" />
  if (icon === "loading") return <Spinner />
  return glyph ? <Icon glyph={glyph} size={20} className={styles[icon]} /> : null
}

/** The topmost modal dialog makes all else inert and silent, so a toast must live inside it while it is open. */
const hostNow = (): Element => [...document.querySelectorAll("dialog:modal")].at(-1) ?? document.body

/** A place has to be known to readers before the words come into it. */
const HEARD_AFTER_MS = 100

/** The words as they are read aloud, once. */
const Spoken = ({ toast }: { readonly toast: ToastView | undefined }) => {
  const [said, setSaid] = useState<ToastView>()
  useEffect(() => {
    const saying = setTimeout(() => setSaid(toast), HEARD_AFTER_MS)
    return () => clearTimeout(saying)
  }, [toast])
  return (
    <div className="visually-hidden" role="status">
      {said ? <p key={said.id}>{said.text}</p> : null}
    </div>
  )
}

/**
 * Renders the toast it is given, above everything, and announces it once. When and how long is the machine's affair: give
 * `undefined` to take it away; it then fades.
 */
export const Toast = ({ toast }: { readonly toast: ToastView | undefined }) => {
  const [host, setHost] = useState<Element>()
  const layer = useRef<HTMLDivElement>(null)
  const id = toast?.id
  const [fading, setFading] = useState(toast)
  if (toast && toast.id !== fading?.id) setFading(toast)
  useEffect(() => {
    if (id !== undefined) return setHost(hostNow())
    const faded = setTimeout(() => {
      setFading(undefined)
      setHost(document.body)
    }, TOAST_FADE_MS)
    return () => clearTimeout(faded)
  }, [id])
  useEffect(() => {
    const element = layer.current
    if (id === undefined || !host || !element) return
    element.showPopover()
    return () => {
      if (element.isConnected) element.hidePopover()
    }
  }, [id, host])
  if (!host) return null
  const seen = toast ?? fading
  return createPortal(
    <>
      <Spoken toast={toast} />
      <div ref={layer} popover="manual" className={styles.layer} aria-hidden="true">
        {seen ? (
          <div key={seen.id} className={styles.toast}>
            <Face icon={seen.icon} image={seen.image} />
            <span>{seen.text}</span>
          </div>
        ) : null}
      </div>
    </>,
    host,
  )
}
