import { type ReactNode, useState } from "react"
import { useIntl } from "react-intl"
import { useOverlay } from "../../runtime/hooks/page-context.tsx"
import { glyphInfo, Icon } from "../../ui/Icon.tsx"
import { Sheet } from "../../ui/Sheet.tsx"
import styles from "./term.module.css"

export interface TermProps {
  /** The messages `term.<id>` and `term.<id>.text`, which the glossary lists too. */
  readonly id: "break-even" | "fee" | "leverage" | "slippage" | "stop-out"
  readonly children?: ReactNode | undefined
}

/** A term with a button that opens its explanation. */
export const Term = ({ id, children }: TermProps) => {
  const intl = useIntl()
  const [isOpen, setOpen] = useState<boolean>()
  const term = intl.formatMessage({ id: `term.${id}` })
  return (
    <>
      {children}
      <button
        type="button"
        className={styles.button}
        aria-label={intl.formatMessage({ id: "term.about" }, { term })}
        onClick={() => setOpen(true)}
      >
        <Icon glyph={glyphInfo} size={16} />
      </button>
      {isOpen === undefined ? null : <TermSheet id={id} open={isOpen} onClose={() => setOpen(false)} />}
    </>
  )
}

interface TermSheetProps extends Pick<TermProps, "id"> {
  readonly open: boolean
  readonly onClose: () => void
}

const TermSheet = ({ id, open, onClose }: TermSheetProps) => {
  const intl = useIntl()
  useOverlay(open, onClose)
  return (
    <Sheet open={open} onClose={onClose} title={intl.formatMessage({ id: `term.${id}` })}>
      <p className={styles.text}>{intl.formatMessage({ id: `term.${id}.text` })}</p>
    </Sheet>
  )
}
