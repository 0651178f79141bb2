import { type MouseEvent, type ReactNode, type Ref, useRef } from "react"
import styles from "./Button.module.css"
import { classes } from "./classes.ts"
import { type Glyph, glyphExternal, Icon } from "./Icon.tsx"
import iconButtonStyles from "./IconButton.module.css"
import { Spinner } from "./Spinner.tsx"

/** A second click within this time counts as accidental. */
const DOUBLE_TAP_MS = 350

export interface ButtonProps {
  readonly children: ReactNode
  /**
   * `primary` once per screen; `up` and `down` for the market directions only; `danger` for
   * destructive actions only.
   */
  readonly tone?: "primary" | "secondary" | "quiet" | "danger" | "up" | "down" | undefined
  /**
   * A background instead of that of the tone. The caller ensures its contrast with the
   * surroundings.
   */
  readonly fill?: string | undefined
  /**
   * A text colour instead of that of the tone. The caller ensures its contrast with the background.
   */
  readonly ink?: string | undefined
  readonly size?: "regular" | "small" | undefined
  /** As wide as its container. */
  readonly wide?: boolean | undefined
  readonly glyph?: Glyph | undefined
  /** Shows a spinner and ignores clicks. Width and focus stay. */
  readonly busy?: boolean | undefined
  readonly disabled?: boolean | undefined
  readonly type?: "button" | "submit" | undefined
  readonly onClick?: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined
  /** Id of the form to submit, for a button outside of it. */
  readonly form?: string | undefined
  readonly describedBy?: string | undefined
  /** The URL of the page that it opens: a press before the app runs opens it too. */
  readonly opens?: string | undefined
  readonly autoFocus?: boolean | undefined
  readonly ref?: Ref<HTMLButtonElement> | undefined
}

const colours = (fill: string | undefined, ink: string | undefined) => {
  if (fill !== undefined) return { "--fill": fill, "--press": fill, "--text": ink ?? "var(--raised)" }
  return ink === undefined ? undefined : { "--text": ink }
}

/** The app's button. It ignores clicks while busy, and the second click of a double tap. */
export const Button = (props: ButtonProps) => {
  const { children, tone = "primary", fill, ink, size, wide, glyph, busy = false, disabled, onClick } = props
  const lastClickMs = useRef(Number.NEGATIVE_INFINITY)
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    const tooSoon = event.timeStamp - lastClickMs.current < DOUBLE_TAP_MS
    if (busy || tooSoon) return event.preventDefault()
    lastClickMs.current = event.timeStamp
    onClick?.(event)
  }
  return (
    <button
      ref={props.ref}
      type={props.type ?? "button"}
      form={props.form}
      disabled={disabled}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      aria-describedby={props.describedBy}
      data-opens={props.opens}
      data-autofocus={props.autoFocus || undefined}
      style={colours(fill, ink)}
      className={classes(styles.button, styles[tone], size === "small" && styles.small, wide && styles.wide)}
      onClick={click}
    >
      <span className={styles.content}>
        {glyph ? <Icon glyph={glyph} size={20} /> : null}
        <span>{children}</span>
      </span>
      {busy ? (
        <span className={styles.spinner}>
          <Spinner />
        </span>
      ) : null}
    </button>
  )
}

export interface LinkButtonProps {
  readonly children: ReactNode
  readonly href: string
  readonly wide?: boolean | undefined
}

/** A link to another site in the shape of the primary button. Opens a window without access to this one. */
export const LinkButton = ({ children, href, wide }: LinkButtonProps) => (
  <a
    href={href}
    target="_blank"
    rel="noopener noreferrer"
    className={classes(styles.button, styles.primary, wide && styles.wide)}
  >
    <span className={styles.content}>
      <span>{children}</span>
      <Icon glyph={glyphExternal} size={20} />
    </span>
  </a>
)

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
  /** A short count at the corner; the label has to say it too. */
  readonly count?: string | undefined
  readonly ref?: Ref<HTMLButtonElement> | undefined
}

/** A 44-px square with one icon. */
export const IconButton = (props: IconButtonProps) => (
  <button
    ref={props.ref}
    type="button"
    className={classes(iconButtonStyles.button, props.tone === "accent" && iconButtonStyles.accent)}
    aria-label={props.label}
    title={props.label}
    aria-pressed={props.pressed}
    disabled={props.disabled}
    aria-busy={props.busy || undefined}
    data-count={props.count}
    onClick={props.onClick}
  >
    <Icon glyph={props.glyph} filled={props.filled} />
  </button>
)
