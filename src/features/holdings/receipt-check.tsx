import { useState } from "react"
import { useIntl } from "react-intl"
import type { OrderDetail } from "../../domain/entities.ts"
import {
  contractFileText,
  type Finding,
  type Verification,
  verifySettlement,
} from "../../domain/verify-settlement.ts"
import { saveFile } from "../../runtime/hooks/use-share.ts"
import { Button } from "../../ui/Button.tsx"
import { useFormat } from "../../ui/format.ts"
import { glyphAlert, glyphCheck, Icon } from "../../ui/Icon.tsx"
import type { MessageId } from "../../ui/message-id.ts"
import { Notice } from "../../ui/Notice.tsx"
import styles from "./receipt.module.css"

type CheckState =
  | { readonly kind: "idle" | "busy" | "failed" }
  | { readonly kind: "done"; readonly verification: Verification }

/** The published and the recomputed value side by side. */
const ComparedValues = ({ finding }: { readonly finding: Finding }) => {
  const intl = useIntl()
  const format = useFormat()
  const { published, recomputed } = finding
  if (published === null && recomputed === null) return null
  const valueText = (value: string | null) => {
    if (value === null) return intl.formatMessage({ id: "receipt.check.nothing" })
    return finding.check === "result" ? format.amount(value, { signed: true }) : format.price(value)
  }
  return (
    <span className={styles.compared}>
      {intl.formatMessage(
        { id: "receipt.check.both" },
        { published: valueText(published), recomputed: valueText(recomputed) },
      )}
    </span>
  )
}

const FindingList = ({ findings }: { readonly findings: readonly Finding[] }) => {
  const intl = useIntl()
  return (
    <ul className={styles.findings}>
      {findings.map((finding) => (
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
 * Recomputes the settlement from the published ticks and shows published and recomputed values. The
 * contract can be saved as a file for `npm run verify`.
 */
export const ReceiptCheck = ({ detail }: { readonly detail: OrderDetail }) => {
  const intl = useIntl()
  const [state, setState] = useState<CheckState>({ kind: "idle" })
  const text = (id: MessageId) => intl.formatMessage({ id })
  const check = async () => {
    setState({ kind: "busy" })
    try {
      const verification = await verifySettlement(detail)
      setState(verification === null ? { kind: "idle" } : { kind: "done", verification })
    } catch {
      setState({ kind: "failed" })
    }
  }
  // `npm run verify` reads this file
  const save = () => saveFile(`contract-${detail.order.id}.json`, contractFileText(detail))
  const holds = state.kind === "done" && state.verification.holds
  return (
    <div className={styles.stack}>
      <p className={styles.note}>{text("receipt.check.about")}</p>
      <Button tone="secondary" busy={state.kind === "busy"} onClick={check}>
        {text(state.kind === "done" ? "receipt.check.again" : "receipt.check")}
      </Button>
      <div role="status" className={styles.stack}>
        {state.kind === "done" ? (
          <Notice
            tone={holds ? "success" : "danger"}
            title={text(holds ? "receipt.check.agrees" : "receipt.check.differs")}
          >
            {text(holds ? "receipt.check.agrees.text" : "receipt.check.differs.text")}
          </Notice>
        ) : null}
        {state.kind === "failed" ? <Notice tone="warning">{text("receipt.check.impossible")}</Notice> : null}
      </div>
      {state.kind === "done" ? <FindingList findings={state.verification.findings} /> : null}
      <p className={styles.note}>{text("receipt.save.note")}</p>
      <Button tone="secondary" onClick={save}>
        {text("receipt.save")}
      </Button>
    </div>
  )
}
