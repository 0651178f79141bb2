import type { MouseEvent, ReactNode } from "react"
import { classes } from "./classes.ts"
import styles from "./TextLink.module.css"

export interface TextLinkProps {
  readonly children: ReactNode
  /** The real address, so that the link can be opened in another window and is announced as one. */
  readonly href: string
  /** Takes a plain tap instead of the browser; without it the browser follows the link. */
  readonly onPress?: (() => void) | undefined
  /** `quiet` is ink instead of accent, for links beside a louder action. */
  readonly tone?: "accent" | "quiet" | undefined
  /** Leaves the app: opened beside it, without a way back into it for the other page. */
  readonly external?: boolean | undefined
}

const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** A link in words, with room for a finger around it. */
export const TextLink = ({ children, href, onPress, tone = "accent", external }: TextLinkProps) => (
  <a
    href={href}
    className={classes(styles.link, tone === "quiet" && styles.quiet)}
    target={external ? "_blank" : undefined}
    rel={external ? "noopener noreferrer" : undefined}
    onClick={(event) => {
      if (!onPress || !isPlain(event)) return
      event.preventDefault()
      onPress()
    }}
  >
    {children}
  </a>
)
