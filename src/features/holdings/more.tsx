import { type ReactNode, useState } from "react"
import { glyphChevronDown, Icon } from "../../ui/Icon.tsx"
import styles from "./contract-overview.module.css"

interface MoreProps {
  readonly title: string
  readonly children: ReactNode
}

/** A part of a contract's page that is rendered when it is opened. */
export const More = ({ title, children }: MoreProps) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className={styles.more} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className={styles.summary}>
        {title}
        <Icon glyph={glyphChevronDown} size={20} />
      </summary>
      {isOpen ? children : null}
    </details>
  )
}
