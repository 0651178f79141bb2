import type { ReactNode } from "react"
import { glyphChevronDown, Icon } from "../../ui/Icon.tsx"
import styles from "./contract-overview.module.css"

/** A part of a contract's page that is shown when it is opened. */
export const More = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <details className={styles.more}>
    <summary className={styles.summary}>
      {title}
      <Icon glyph={glyphChevronDown} size={20} />
    </summary>
    {children}
  </details>
)
