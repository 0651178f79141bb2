import { createContext, useContext, useState } from "react"
import { classes } from "./classes.ts"
import styles from "./Wordmark.module.css"

export interface WordmarkProps {
  /** `mark` omits the name. */
  readonly shape?: "full" | "mark" | undefined
  readonly size?: "regular" | "large" | undefined
}

const NAME = "Financial Links"

/** Paths of the operator's images; null for the app's own. */
export interface Brand {
  readonly logo: string | null
  readonly icon: string | null
}

const BrandContext = createContext<Brand>({ logo: null, icon: null })
export const BrandProvider = BrandContext.Provider

/** The logo: the operator's image, or the product's own if there is none or it does not load. */
export const Wordmark = (props: WordmarkProps) => {
  const { shape = "full", size = "regular" } = props
  const { logo, icon } = useContext(BrandContext)
  const [broken, setBroken] = useState<string>()
  const image = shape === "mark" ? icon : logo
  if (image === null || image === broken) return <OwnWordmark {...props} />
  return (
    <img
      className={classes(styles.image, size === "large" && styles.largeImage)}
      src={image}
      alt={NAME}
      onError={() => setBroken(image)}
    />
  )
}

/** Two chain links, and the name, which is not translated. */
const OwnWordmark = ({ shape = "full", size = "regular" }: WordmarkProps) => (
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
