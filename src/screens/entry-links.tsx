import type { ReactNode } from "react"
import styles from "./entry-links.module.css"

/** Quiet links side by side under the button of an entry page. */
export const EntryLinks = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.links}>{children}</div>
)
