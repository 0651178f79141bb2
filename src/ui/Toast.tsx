import { useEffect, useRef, useState } from "react"
import { createPortal } from "react-dom"
import { useIntl } from "react-intl"
import { TOAST_FADE_MS, type ToastIcon } from "../domain/limits.ts"
import { type Glyph, glyphAlert, glyphCheck, Icon } from "./Icon.tsx"
import type { MessageId } from "./message-id.ts"
import { Spinner } from "./Spinner.tsx"
import styles from "./Toast.module.css"

export interface ToastView {
  /** Differs for each toast, so that equal texts are announced again. */
  readonly id: string | number
  readonly icon: ToastIcon
  readonly text: string
  /** URL of an image shown instead of the icon. */
  readonly image?: string | undefined
}

const glyphs: Partial<Record<ToastIcon, Glyph>> = { success: glyphCheck, error: glyphAlert }
/** What an icon says, for those who do not see it. */
const names: Partial<Record<ToastIcon, MessageId>> = { success: "ui.success", error: "ui.failure" }

const ToastIconView = ({ icon, image }: Pick<ToastView, "icon" | "image">) => {
  const glyph = glyphs[icon]
  if (image) return <img src={image} alt="" width="24" height="24" />
  if (icon === "loading") return <Spinner />
  return glyph ? <Icon glyph={glyph} size={20} className={styles[icon]} /> : null
}

/**
 * The topmost modal dialog makes everything else inert, so an open dialog must contain the toast.
 */
const currentHost = (): Element => [...document.querySelectorAll("dialog:modal")].at(-1) ?? document.body

/** A live region must exist before its text is inserted, or screen readers miss it. */
const ANNOUNCED_AFTER_MS = 100

/** What is announced: the name of the icon, and the text. */
export const ToastWords = ({ icon, image, text }: Omit<ToastView, "id">) => {
  const intl = useIntl()
  const [glyph, name] = [glyphs[icon], names[icon]]
  return (
    <>
      {glyph && name && !image ? <Icon glyph={glyph} label={intl.formatMessage({ id: name })} /> : null}{" "}
      {text}
    </>
  )
}

/** The live region: announces icon and text once. */
const Announcement = ({ toast }: { readonly toast: ToastView | undefined }) => {
  const [announced, setAnnounced] = useState<ToastView>()
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(toast), ANNOUNCED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [toast])
  return (
    <div className="visually-hidden" role="status">
      {announced ? (
        <p key={announced.id}>
          <ToastWords {...announced} />
        </p>
      ) : null}
    </div>
  )
}

/**
 * Shows a toast above everything and announces it once. The feedback machine decides when and how long; `undefined` lets the
 * toast fade out.
 */
export const Toast = ({ toast }: { readonly toast: ToastView | undefined }) => {
  const [host, setHost] = useState<Element>()
  const layer = useRef<HTMLDivElement>(null)
  const id = toast?.id
  const [fading, setFading] = useState(toast)
  if (toast && toast.id !== fading?.id) setFading(toast)
  useEffect(() => {
    if (id !== undefined) return setHost(currentHost())
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
  const shown = toast ?? fading
  return createPortal(
    <>
      <Announcement toast={toast} />
      <div ref={layer} popover="manual" className={styles.layer} aria-hidden="true">
        {shown ? (
          <div key={shown.id} className={styles.toast}>
            <ToastIconView icon={shown.icon} image={shown.image} />
            <span>{shown.text}</span>
          </div>
        ) : null}
      </div>
    </>,
    host,
  )
}
