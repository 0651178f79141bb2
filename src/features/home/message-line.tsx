import { useState } from "react"
import { useIntl } from "react-intl"
import type { Placard } from "../../domain/entities.ts"
import { useOverlay } from "../../runtime/hooks/page-context.tsx"
import { useFormat } from "../../ui/format.ts"
import { glyphBell } from "../../ui/glyphs.ts"
import { glyphChevron } from "../../ui/glyphs-basic.ts"
import { Icon } from "../../ui/Icon.tsx"
import { Sheet } from "../../ui/Sheet.tsx"
import styles from "./message-line.module.css"

export interface MessageLineProps {
  /** Newest first. */
  readonly messages: readonly Placard[]
}

/** The newest site message on one line; a tap opens all of them, whole and with their dates. */
export const MessageLine = ({ messages }: MessageLineProps) => {
  const intl = useIntl()
  const format = useFormat()
  const [open, setOpen] = useState(false)
  useOverlay(open, () => setOpen(false))
  const [newest] = messages
  if (!newest) return null
  const title = intl.formatMessage({ id: "home.messages" })
  return (
    <>
      <button type="button" className={styles.line} onClick={() => setOpen(true)}>
        <Icon glyph={glyphBell} size={20} label={title} />
        <span className={styles.words}>{newest.placard_content}</span>
        <Icon glyph={glyphChevron} size={16} />
      </button>
      <Sheet open={open} onClose={() => setOpen(false)} title={title}>
        <ul className={styles.all}>
          {messages.map((message) => (
            <li key={message.id} className={styles.message}>
              <p>{message.placard_content}</p>
              <p className={styles.date}>{format.dateTime(message.at_ms)}</p>
            </li>
          ))}
        </ul>
      </Sheet>
    </>
  )
}
