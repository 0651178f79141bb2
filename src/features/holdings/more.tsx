import { type ReactNode, useState } from "react"
import { glyphChevronDown, Icon } from "../../ui/Icon.tsx"
import styles from "./contract-overview.module.css"

/** A section that is folded until it is opened; only then is its content made. */
export const More = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => {
  const [isOpened, setIsOpened] = useState(false)
  return (
    <details className={styles.more} onToggle={() => setIsOpened(true)}>
      <summary className={styles.summary}>
        {title}
        <Icon glyph={glyphChevronDown} size={20} />
      </summary>
      {isOpened ? children : null}
    </details>
  )
}
