import type { ReactNode } from "react"
import { useIntl } from "react-intl"
import { classes } from "./classes.ts"
import { type Glyph, glyphAlert, glyphCheck, glyphInfo, Icon } from "./Icon.tsx"
import styles from "./Notice.module.css"

export interface NoticeProps {
  readonly children: ReactNode
  readonly tone?: "info" | "success" | "warning" | "danger" | undefined
  readonly title?: ReactNode | undefined
  readonly glyph?: Glyph | undefined
  /** A small Button, or a link. */
  readonly action?: ReactNode | undefined
  /** Screen readers announce it when it appears: a danger at once, other tones politely. */
  readonly announced?: boolean | undefined
}

const glyphs = { info: glyphInfo, success: glyphCheck, warning: glyphAlert, danger: glyphAlert }
/**
 * Screen readers reliably announce an alert that is inserted together with its text; a status they
 * often do not.
 */
const roles = { info: "status", success: "status", warning: "status", danger: "alert" }

/** A message that stays on the page. */
export const Notice = (props: NoticeProps) => {
  const { tone = "info" } = props
  return (
    <div className={classes(styles.notice, styles[tone])} role={props.announced ? roles[tone] : undefined}>
      <Icon glyph={props.glyph ?? glyphs[tone]} size={20} className={styles.icon} />
      <div className={styles.words}>
        {props.title ? <p className={styles.title}>{props.title}</p> : null}
        <div>{props.children}</div>
        {props.action ? <div className={styles.action}>{props.action}</div> : null}
      </div>
    </div>
  )
}

/** Says that the market is simulated. Every page that shows money carries it. */
export const SimulatedLabel = () => {
  const intl = useIntl()
  return (
    <p className={styles.simulated}>
      <Icon glyph={glyphInfo} size={16} />
      <span>{intl.formatMessage({ id: "ui.simulated" })}</span>
    </p>
  )
}
