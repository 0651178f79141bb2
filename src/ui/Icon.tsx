import { classes } from "./classes.ts"
import type { Glyph } from "./glyphs-basic.ts"
import styles from "./Icon.module.css"

export interface IconProps {
  /** One of glyphs.ts or glyphs-basic.ts. */
  readonly glyph: Glyph
  /** 24 unless told; it grows with the text, to half as much again. */
  readonly size?: 16 | 20 | 24 | 28 | undefined
  /** Fill the shape as well (a chosen star). */
  readonly filled?: boolean | undefined
  /** Spoken name, when the icon stands alone; without one it is decoration. */
  readonly label?: string | undefined
  readonly className?: string | undefined
}

/** One outline glyph in the colour of the text around it. */
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
