import type { MouseEvent, ReactNode } from "react"
import { classes } from "./classes.ts"
import styles from "./TextLink.module.css"

export interface TextLinkProps {
  readonly children: ReactNode
  /**
   * The real address: the link can be opened in another window, and readers announce it as a link.
   */
  readonly href: string
  /** Handles a plain click instead of the browser. Without it the browser follows the link. */
  readonly onPress?: (() => void) | undefined
  /** `quiet` uses the text colour, for links beside a main action. */
  readonly tone?: "accent" | "quiet" | undefined
  /** Opens another site in a new window that has no access to this one. */
  readonly external?: boolean | undefined
}

/** A text link with a touch-sized target. */
export const TextLink = ({ children, href, onPress, tone = "accent", external }: TextLinkProps) => (
  <a
    href={href}
    className={classes(styles.link, tone === "quiet" && styles.quiet)}
    target={external ? "_blank" : undefined}
    rel={external ? "noopener noreferrer" : undefined}
    onClick={(event) => {
      if (!onPress || !isPlainClick(event)) return
      event.preventDefault()
      onPress()
    }}
  >
    {children}
  </a>
)

/** False for clicks with a modifier or another button, which open a link elsewhere. */
export const isPlainClick = (
  event: Pick<MouseEvent, "button" | "metaKey" | "ctrlKey" | "shiftKey" | "altKey">,
): boolean => event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
