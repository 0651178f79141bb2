import { useState } from "react"
import { useIntl } from "react-intl"
import type { OrderDetail } from "../../domain/entities.ts"
import { type Finding, type Verification, verifySettlement } from "../../domain/verify.ts"
import { saveFile } from "../../runtime/hooks/save-file.ts"
import { Button } from "../../ui/Button.tsx"
import { useFormat } from "../../ui/format.ts"
import { glyphAlert, glyphCheck } from "../../ui/glyphs-basic.ts"
import { Icon } from "../../ui/Icon.tsx"
import type { MessageId } from "../../ui/message-id.ts"
import { Notice } from "../../ui/Notice.tsx"
import styles from "./receipt.module.css"

type Answer =
  | { readonly kind: "idle" | "busy" | "impossible" }
  | { readonly kind: "known"; readonly found: Verification }

/** The published and the recomputed value side by side. */
const ComparedValues = ({ finding }: { readonly finding: Finding }) => {
  const intl = useIntl()
  const format = useFormat()
  const { published, recomputed } = finding
  if (published === null && recomputed === null) return null
  const shown = (value: string | null) => {
    if (value === null) return intl.formatMessage({ id: "receipt.check.nothing" })
    return finding.check === "result" ? format.amount(value, { signed: true }) : format.price(value)
  }
  return (
    <span className={styles.both}>
      {intl.formatMessage(
        { id: "receipt.check.both" },
        { published: shown(published), recomputed: shown(recomputed) },
      )}
    </span>
  )
}

const Findings = ({ found }: { readonly found: Verification }) => {
  const intl = useIntl()
  return (
    <ul className={styles.findings}>
      {found.findings.map((finding) => (
        <li key={finding.check} data-holds={finding.holds}>
          <Icon glyph={finding.holds ? glyphCheck : glyphAlert} size={20} />
          <span>
            {intl.formatMessage({ id: `verify.${finding.check}` })}{" "}
            <span className={finding.holds ? "visually-hidden" : undefined}>
              ({intl.formatMessage({ id: finding.holds ? "receipt.check.holds" : "receipt.check.fails" })})
            </span>
            <ComparedValues finding={finding} />
          </span>
        </li>
      ))}
    </ul>
  )
}

/**
 * Recomputes the settlement in the browser from the published prices and shows both figures. The
 * data can be saved and checked elsewhere.
 */
export const ReceiptCheck = ({ detail }: { readonly detail: OrderDetail }) => {
  const intl = useIntl()
  const [answer, setAnswer] = useState<Answer>({ kind: "idle" })
  const text = (id: MessageId) => intl.formatMessage({ id })
  const check = async () => {
    setAnswer({ kind: "busy" })
    try {
      const found = await verifySettlement(detail)
      setAnswer(found === null ? { kind: "idle" } : { kind: "known", found })
    } catch {
      setAnswer({ kind: "impossible" })
    }
  }
  // the server's answer unchanged, which is what `npm run verify` reads
  const save = () => saveFile(`contract-${detail.order.id}.json`, JSON.stringify(detail, null, 2))
  const holds = answer.kind === "known" && answer.found.holds
  return (
    <div className={styles.stack}>
      <p className={styles.note}>{text("receipt.check.about")}</p>
      <Button tone="secondary" busy={answer.kind === "busy"} onClick={check}>
        {text(answer.kind === "known" ? "receipt.check.again" : "receipt.check")}
      </Button>
      <div role="status" className={styles.stack}>
        {answer.kind === "known" ? (
          <Notice
            tone={holds ? "success" : "danger"}
            title={text(holds ? "receipt.check.agrees" : "receipt.check.differs")}
          >
            {text(holds ? "receipt.check.agrees.text" : "receipt.check.differs.text")}
          </Notice>
        ) : null}
        {answer.kind === "impossible" ? (
          <Notice tone="warning">{text("receipt.check.impossible")}</Notice>
        ) : null}
      </div>
      {answer.kind === "known" ? <Findings found={answer.found} /> : null}
      <p className={styles.note}>{text("receipt.save.note")}</p>
      <Button tone="secondary" onClick={save}>
        {text("receipt.save")}
      </Button>
    </div>
  )
}
