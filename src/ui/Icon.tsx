import { classes } from "./classes.ts"
import styles from "./Icon.module.css"

export interface IconProps {
  /** One of the constants below or of glyphs.ts. */
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

/**
 * The glyphs of the basic controls, as SVG paths on a 24-px grid with round strokes of 1.75 px. Those of
 * glyphs.ts are apart because a bundler does not split modules: the login page would load every glyph.
 */
export type Glyph = string

export const glyphBack: Glyph = "M15 5l-7 7 7 7"
export const glyphChevron: Glyph = "M9.5 5.5L16 12l-6.5 6.5"
export const glyphChevronDown: Glyph = "M5.5 9.5L12 16l6.5-6.5"
export const glyphClose: Glyph = "M6 6l12 12M18 6L6 18"
export const glyphCheck: Glyph = "M5 12.5l4.5 4.5L19 7.5"
export const glyphAlert: Glyph =
  "M12 9.5v4M12 16.75v.01M10.4 4.6L2.9 17.4A1.85 1.85 0 0 0 4.5 20.2h15a1.85 1.85 0 0 0 1.6-2.8L13.6 4.6a1.85 1.85 0 0 0-3.2 0z"
export const glyphInfo: Glyph = "M12 11.25v5M12 7.75v.01M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0z"
export const glyphEye: Glyph =
  "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM15 12a3 3 0 1 1-6 0 3 3 0 0 1 6 0z"
export const glyphEyeOff: Glyph =
  "M4 4l16 16M9.9 5.75A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a16.5 16.5 0 0 1-2.9 3.6M6.4 7.3A15.6 15.6 0 0 0 2.5 12S6 18.5 12 18.5c1.7 0 3.2-.5 4.5-1.2M9.9 9.9a3 3 0 0 0 4.2 4.2"
export const glyphLanguage: Glyph =
  "M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0zM3.3 9.3h17.4M3.3 14.7h17.4M12 3c2.4 2.5 3.6 5.5 3.6 9s-1.2 6.5-3.6 9c-2.4-2.5-3.6-5.5-3.6-9S9.6 5.5 12 3z"
export const glyphTheme: Glyph =
  "M12 3.5v2M12 18.5v2M3.5 12h2M18.5 12h2M6 6l1.4 1.4M16.6 16.6L18 18M18 6l-1.4 1.4M7.4 16.6L6 18M15.5 12a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0z"
export const glyphExternal: Glyph =
  "M13.5 4.5h6v6M19.5 4.5L11 13M17.5 13.5V18a1.5 1.5 0 0 1-1.5 1.5H6A1.5 1.5 0 0 1 4.5 18V8A1.5 1.5 0 0 1 6 6.5h4.5"
