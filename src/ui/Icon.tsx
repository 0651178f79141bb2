import { classes } from "./classes.ts"
import type { Glyph } from "./glyphs-basic.ts"
import styles from "./Icon.module.css"

export interface IconProps {
  /** A constant of glyphs.ts or glyphs-basic.ts. */
  readonly glyph: Glyph
  /** 24 px by default. It grows with the text size, by half at most. */
  readonly size?: 16 | 20 | 24 | 28 | undefined
  /** Fills the shape too (a chosen star). */
  readonly filled?: boolean | undefined
  /** Accessible name of an icon without text. Without one it is decorative. */
  readonly label?: string | undefined
  readonly className?: string | undefined
}

/** One outline glyph in the current text colour. */
export const Icon = ({ glyph, size = 24, filled, label, className }: IconProps) => (
  <svg
    className={classes(styles.icon, className)}
    style={{ "--size": size }}
    viewBox="0 0 24 24"
    fill={filled ? "currentColor" : "none"}
    role={label ? "img" : undefined}
    aria-label={label}
    aria-hidden={label ? undefined : true}
    focusable="false"
  >
    <path d={glyph} />
  </svg>
)
