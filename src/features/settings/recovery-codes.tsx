import { Button } from "../../ui/Button.tsx"
import { ListGroup } from "../../ui/List.tsx"
import { useText } from "../../ui/use-text.ts"
import styles from "./factor.module.css"

/** Downloads the recovery codes as a text file. */
const saveCodes = (codes: readonly string[]): void => {
  const link = document.createElement("a")
  link.href = URL.createObjectURL(new Blob([`${codes.join("\n")}\n`], { type: "text/plain" }))
  link.download = "financial-links-recovery-codes.txt"
  link.click()
  URL.revokeObjectURL(link.href)
}

export interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly copied: string | undefined
  readonly onCopy: (value: string) => void
}

/** The recovery codes of a new factor, shown this once, to copy, save or print. */
export const RecoveryCodes = ({ codes, copied, onCopy }: RecoveryCodesProps) => {
  const text = useText()
  const shown = codes.join("\n")
  return (
    <ListGroup title={text("factor.codes.title")}>
      <div className={styles.part}>
        <p>{text("factor.codes.text")}</p>
        <ul className={styles.codes} translate="no">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className={styles.ways}>
          <Button tone="secondary" wide onClick={() => onCopy(shown)}>
            {text(copied === shown ? "ui.copied" : "ui.copy")}
          </Button>
          <Button tone="secondary" wide onClick={() => saveCodes(codes)}>
            {text("factor.codes.save")}
          </Button>
          <Button tone="secondary" wide onClick={() => window.print()}>
            {text("factor.codes.print")}
          </Button>
        </div>
      </div>
    </ListGroup>
  )
}
