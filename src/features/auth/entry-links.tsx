import type { ReactNode } from "react"
import styles from "./entry-links.module.css"

/** A way on from an entry page. */
export interface EntryLink {
  readonly href: string
  readonly onPress: () => void
}

/** Quiet links side by side under the button of an entry page. */
export const EntryLinks = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.links}>{children}</div>
)
