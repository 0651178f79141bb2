import type { MouseEvent, Ref } from "react"
import { classes } from "./classes.ts"
import type { Glyph } from "./glyphs-basic.ts"
import { Icon } from "./Icon.tsx"
import styles from "./IconButton.module.css"

export interface IconButtonProps {
  readonly glyph: Glyph
  /** Spoken name, and tooltip on a desktop. */
  readonly label: string
  readonly onClick: (event: MouseEvent<HTMLButtonElement>) => void
  /** For a switch such as "watch this symbol". */
  readonly pressed?: boolean | undefined
  readonly filled?: boolean | undefined
  readonly disabled?: boolean | undefined
  /** What it began is under way; it keeps the focus. */
  readonly busy?: boolean | undefined
  readonly tone?: "plain" | "accent" | undefined
  readonly ref?: Ref<HTMLButtonElement> | undefined
}

/** A 44-px square with one icon. */
export const IconButton = (props: IconButtonProps) => (
  <button
    ref={props.ref}
    type="button"
    className={classes(styles.button, props.tone === "accent" && styles.accent)}
    aria-label={props.label}
    title={props.label}
    aria-pressed={props.pressed}
    disabled={props.disabled}
    aria-busy={props.busy || undefined}
    onClick={props.onClick}
  >
    <Icon glyph={props.glyph} filled={props.filled} />
  </button>
)
