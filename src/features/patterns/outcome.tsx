import type { ReactNode, Ref } from "react"
import { classes } from "../../ui/classes.ts"
import { glyphClock } from "../../ui/glyphs.ts"
import { glyphAlert, glyphCheck } from "../../ui/glyphs-basic.ts"
import { Icon } from "../../ui/Icon.tsx"
import styles from "./outcome.module.css"

/** `checking`: not known yet. `not-sent`: known not to have happened. */
export type OutcomeKind = "accepted" | "checking" | "not-sent"

export interface OutcomeProps {
  readonly kind: OutcomeKind
  readonly title: ReactNode
  readonly text: ReactNode
  /** For the focus, where the heading should be read from its beginning. */
  readonly headingRef?: Ref<HTMLSpanElement> | undefined
  /** What was sent, once more. */
  readonly children?: ReactNode | undefined
  /** The ways on, below; leave them out where the page has them in its footer. */
  readonly actions?: ReactNode | undefined
}

const glyphs = { accepted: glyphCheck, checking: glyphClock, "not-sent": glyphAlert }

/** The answer to something that was sent, read aloud when it comes: a mark, a headline, one or two sentences. */
export const Outcome = ({ kind, title, text, headingRef, children, actions }: OutcomeProps) => (
  <div className={styles.page}>
    <div className={styles.outcome} role="status">
      <span className={classes(styles.mark, styles[kind])}>
        <Icon glyph={glyphs[kind]} size={28} />
      </span>
      <h2 className={styles.title}>
        <span ref={headingRef} tabIndex={-1} className={styles.heading}>
          {title}
        </span>
      </h2>
      <p className={styles.text}>{text}</p>
    </div>
    {children}
    {actions ? <div className={styles.actions}>{actions}</div> : null}
  </div>
)
