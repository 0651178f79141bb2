import { classes } from "./classes.ts"
import styles from "./Wordmark.module.css"

export interface WordmarkProps {
  /** `mark` omits the name. */
  readonly shape?: "full" | "mark" | undefined
  readonly size?: "regular" | "large" | undefined
}

const NAME = "Financial Links"

/** The product's logo: two chain links, and the name, which is not translated. */
export const Wordmark = ({ shape = "full", size = "regular" }: WordmarkProps) => (
  <span className={classes(styles.wordmark, size === "large" && styles.large)} translate="no">
    <svg
      className={styles.mark}
      viewBox="0 0 32 32"
      fill="none"
      role={shape === "mark" ? "img" : undefined}
      aria-label={shape === "mark" ? NAME : undefined}
      aria-hidden={shape === "mark" ? undefined : true}
      focusable="false"
    >
      <path
        className={styles.lower}
        d="M15.2 14.3l-1.1-1.1a4.6 4.6 0 0 0-6.5 0l-3.2 3.2a4.6 4.6 0 0 0 0 6.5l3.7 3.7a4.6 4.6 0 0 0 6.5 0l3.2-3.2"
      />
      <path
        className={styles.upper}
        d="M16.8 17.7l1.1 1.1a4.6 4.6 0 0 0 6.5 0l3.2-3.2a4.6 4.6 0 0 0 0-6.5l-3.7-3.7a4.6 4.6 0 0 0-6.5 0l-3.2 3.2"
      />
    </svg>
    {shape === "full" ? <span className={styles.name}>{NAME}</span> : null}
  </span>
)
