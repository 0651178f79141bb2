import type { ReactNode } from "react"
import styles from "./Badge.module.css"
import { classes } from "./classes.ts"
import { type Glyph, glyphAlert, glyphCheck, glyphClose, Icon } from "./Icon.tsx"

export interface BadgeProps {
  readonly children: ReactNode
  readonly tone?: "neutral" | "accent" | "success" | "up" | "down" | "warning" | "danger" | undefined
  readonly glyph?: Glyph | undefined
}

/** A short label on a tinted background. */
export const Badge = ({ children, tone = "neutral", glyph }: BadgeProps) => (
  <span className={classes(styles.badge, styles[tone])}>
    {glyph ? <Icon glyph={glyph} size={16} /> : null}
    <span>{children}</span>
  </span>
)

export interface StatusProps {
  /** Chooses icon and colour; the parent provides the text. */
  readonly kind: "pending" | "checking" | "success" | "rejected" | "cancelled"
  readonly children: ReactNode
}

const clock: Glyph = "M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0zM12 6.75V12l3.5 2"

const faces = {
  pending: { tone: "warning", glyph: clock },
  checking: { tone: "accent", glyph: clock },
  success: { tone: "success", glyph: glyphCheck },
  rejected: { tone: "danger", glyph: glyphAlert },
  cancelled: { tone: "neutral", glyph: glyphClose },
} as const

/** The status of a record. Icon and text say it, the colour adds no information. */
export const Status = ({ kind, children }: StatusProps) => <Badge {...faces[kind]}>{children}</Badge>
