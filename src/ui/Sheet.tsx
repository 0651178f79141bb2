import { type PointerEvent, type ReactNode, type RefObject, useId, useRef } from "react"
import { useIntl } from "react-intl"
import actionSheetStyles from "./ActionSheet.module.css"
import { IconButton } from "./Button.tsx"
import { classes } from "./classes.ts"
import { glyphCheck, glyphClose, Icon } from "./Icon.tsx"
import styles from "./Sheet.module.css"
import { useDialog } from "./use-dialog.ts"

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

/** Dragging past this share of the height, or faster than this speed, closes the sheet. */
const CLOSE_SHARE = 0.3
const CLOSE_SPEED_PX_PER_MS = 0.6
/** A finger that rested this long does not flick. */
const REST_MS = 80

interface Drag {
  readonly pointerId: number
  readonly startY: number
  lastY: number
  lastMs: number
  speed: number
}

/**
 * Makes a bottom sheet follow the finger on its handle. A long drag or a flick closes it, otherwise
 * it springs back.
 */
const useDragToClose = (sheet: RefObject<HTMLElement | null>, onClose: () => void, enabled: boolean) => {
  const drag = useRef<Drag | undefined>(undefined)
  const shift = (px: number) => sheet.current?.style.setProperty("--drag", `${Math.max(0, px)}px`)
  const release = () => {
    drag.current = undefined
    sheet.current?.removeAttribute("data-dragging")
    shift(0)
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const onControl = event.target instanceof Element && event.target.closest("button, a, input")
      if (!enabled || onControl || (event.pointerType === "mouse" && event.button !== 0)) return
      event.currentTarget.setPointerCapture(event.pointerId)
      drag.current = {
        pointerId: event.pointerId,
        startY: event.clientY,
        lastY: event.clientY,
        lastMs: event.timeStamp,
        speed: 0,
      }
      sheet.current?.setAttribute("data-dragging", "")
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const now = drag.current
      if (now?.pointerId !== event.pointerId) return
      now.speed = (event.clientY - now.lastY) / Math.max(1, event.timeStamp - now.lastMs)
      now.lastY = event.clientY
      now.lastMs = event.timeStamp
      shift(event.clientY - now.startY)
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const now = drag.current
      if (now?.pointerId !== event.pointerId) return
      const height = sheet.current?.offsetHeight ?? 1
      const far = (event.clientY - now.startY) / height > CLOSE_SHARE
      const flicked = event.timeStamp - now.lastMs < REST_MS && now.speed > CLOSE_SPEED_PX_PER_MS
      const away = far || flicked
      release()
      if (away) onClose()
    },
    onPointerCancel: release,
  }
}

export interface SheetAction {
  readonly id: string
  readonly label: ReactNode
  readonly tone?: "plain" | "danger" | undefined
  /** True for the current choice (language, theme). */
  readonly chosen?: boolean | undefined
  /** Language of the label if it differs from that of the page ("日本語"). */
  readonly lang?: string | undefined
}

export interface ActionSheetProps {
  readonly open: boolean
  readonly title: ReactNode
  readonly actions: readonly SheetAction[]
  readonly onPick: (id: string) => void
  readonly onClose: () => void
}

/** A sheet with a few actions or choices. The current choice has a tick. */
export const ActionSheet = ({ open, title, actions, onPick, onClose }: ActionSheetProps) => (
  <Sheet open={open} onClose={onClose} title={title}>
    <ul className={actionSheetStyles.actions}>
      {actions.map((action) => (
        <li key={action.id}>
          <button
            type="button"
            lang={action.lang}
            aria-current={action.chosen || undefined}
            className={classes(
              actionSheetStyles.action,
              action.tone === "danger" && actionSheetStyles.danger,
            )}
            onClick={() => onPick(action.id)}
          >
            <span className={actionSheetStyles.text}>{action.label}</span>
            {action.chosen ? <Icon glyph={glyphCheck} size={20} className={actionSheetStyles.tick} /> : null}
          </button>
        </li>
      ))}
    </ul>
  </Sheet>
)
