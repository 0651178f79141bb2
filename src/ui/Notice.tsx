import type { ReactNode } from "react"
import { useIntl } from "react-intl"
import { classes } from "./classes.ts"
import { type Glyph, glyphAlert, glyphCheck, glyphClose, glyphInfo } from "./glyphs-basic.ts"
import { Icon } from "./Icon.tsx"
import { IconButton } from "./IconButton.tsx"
import styles from "./Notice.module.css"

export interface NoticeProps {
  readonly children: ReactNode
  readonly tone?: "info" | "success" | "warning" | "danger" | undefined
  readonly title?: ReactNode | undefined
  readonly glyph?: Glyph | undefined
  /** A Button of size small, or a link. */
  readonly action?: ReactNode | undefined
  readonly onDismiss?: (() => void) | undefined
  /** Read aloud when it appears: a danger at once, the rest when there is a pause. */
  readonly announced?: boolean | undefined
}

const glyphs = { info: glyphInfo, success: glyphCheck, warning: glyphAlert, danger: glyphAlert }
/** Readers are told of an alert that comes into the page with its words in it; of a status they often are not. */
const roles = { info: "status", success: "status", warning: "status", danger: "alert" }

/** A message that stays in the page. */
export const Notice = (props: NoticeProps) => {
  const { tone = "info" } = props
  const intl = useIntl()
  return (
    <div className={classes(styles.notice, styles[tone])} role={props.announced ? roles[tone] : undefined}>
      <Icon glyph={props.glyph ?? glyphs[tone]} size={20} className={styles.icon} />
      <div className={styles.words}>
        {props.title ? <p className={styles.title}>{props.title}</p> : null}
        <div>{props.children}</div>
        {props.action ? <div className={styles.action}>{props.action}</div> : null}
      </div>
      {props.onDismiss ? (
        <IconButton
          glyph={glyphClose}
          label={intl.formatMessage({ id: "ui.close" })}
          onClick={props.onDismiss}
        />
      ) : null}
    </div>
  )
}

/** The permanent label of every page with money on it while the market is a simulation. */
export const SimulatedLabel = () => {
  const intl = useIntl()
  return (
    <p className={styles.simulated}>
      <Icon glyph={glyphInfo} size={16} />
      <span>{intl.formatMessage({ id: "ui.simulated" })}</span>
    </p>
  )
}
