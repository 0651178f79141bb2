import { useIntl } from "react-intl"
import { contractFileText, type Verdict } from "../../domain/check-settlement.ts"
import type { OrderDetail } from "../../domain/entities.ts"
import type { Finding } from "../../domain/verify-old-form.ts"
import type { Refused } from "../../domain/verify-settlement.ts"
import { useSettlementCheck } from "../../runtime/hooks/use-settlement-check.ts"
import { saveFile } from "../../runtime/hooks/use-share.ts"
import { Button } from "../../ui/Button.tsx"
import { useFormat } from "../../ui/format.ts"
import { glyphAlert, glyphCheck, Icon } from "../../ui/Icon.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { useText } from "../../ui/use-text.ts"
import styles from "./contract-overview.module.css"

interface Compared {
  readonly published: string | null
  readonly recomputed: string | null
  readonly areAmounts: boolean
}

/** The published and the recomputed value side by side. */
const ComparedValues = ({ published, recomputed, areAmounts }: Compared) => {
  const intl = useIntl()
  const format = useFormat()
  if (published === null && recomputed === null) return null
  const valueText = (value: string | null) => {
    if (value === null) return intl.formatMessage({ id: "receipt.check.nothing" })
    return areAmounts ? format.amount(value, { signed: true }) : format.price(value)
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
            <ComparedValues {...finding} areAmounts={finding.check === "result"} />
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Values are compared where both are prices or amounts. */
const isComparable = ({ reason }: Refused): boolean =>
  reason === "entry" || reason === "exit" || reason === "earlier-end" || reason === "amounts"

const RefusedNotice = ({ refused }: { readonly refused: Refused }) => {
  const text = useText()
  return (
    <Notice tone="danger" title={text("receipt.check.differs")}>
      <p>{text(`verify.reason.${refused.reason}`)}</p>
      {isComparable(refused) ? (
        <ComparedValues {...refused} areAmounts={refused.reason === "amounts"} />
      ) : null}
      <p>{text("receipt.check.differs.text")}</p>
    </Notice>
  )
}

export const VerdictNotice = ({ verdict }: { readonly verdict: Verdict }) => {
  const text = useText()
  switch (verdict.kind) {
    case "verified":
      return (
        <Notice tone="success" title={text("receipt.check.agrees")}>
          {text("receipt.check.agrees.text")}
        </Notice>
      )
    case "refused":
      return <RefusedNotice refused={verdict} />
    case "old-form": {
      const { holds } = verdict.verification
      return (
        <Notice
          tone={holds ? "warning" : "danger"}
          title={text(holds ? "receipt.check.agrees" : "receipt.check.differs")}
        >
          {text("receipt.check.old-form")}
        </Notice>
      )
    }
    default:
      return (
        <Notice tone="info" title={text("receipt.check.pending.title")}>
          {text("receipt.check.pending")}
        </Notice>
      )
  }
}

/**
 * Verifies the settlement from its proof and says what was proved, or what does not hold. The contract
 * can be saved as a file for `npm run verify`.
 */
export const SettlementCheck = ({ detail }: { readonly detail: OrderDetail }) => {
  const intl = useIntl()
  const { phase, found, check } = useSettlementCheck(detail)
  const text = useText()
  // `npm run verify` reads this file
  const save = () => saveFile(`contract-${detail.order.id}.json`, contractFileText(detail))
  const verdict = found?.verdict ?? null
  return (
    <div className={styles.stack}>
      <p className={styles.note}>{text("receipt.check.about")}</p>
      <Button tone="secondary" busy={phase === "busy"} onClick={check}>
        {text(verdict === null ? "receipt.check" : "receipt.check.again")}
      </Button>
      <div role="status" className={styles.stack}>
        {verdict === null ? null : <VerdictNotice verdict={verdict} />}
        {found && found.openedTiles > 0 ? (
          <p className={styles.note}>
            {intl.formatMessage({ id: "receipt.check.opened" }, { count: found.openedTiles })}
          </p>
        ) : null}
        {found && !found.isCompared ? (
          <Notice tone="info">{text("receipt.check.not-compared")}</Notice>
        ) : null}
        {phase === "failed" ? <Notice tone="warning">{text("receipt.check.impossible")}</Notice> : null}
      </div>
      {verdict?.kind === "old-form" ? <FindingList findings={verdict.verification.findings} /> : null}
      <p className={styles.note}>{text("receipt.save.note")}</p>
      <Button tone="secondary" onClick={save}>
        {text("receipt.save")}
      </Button>
    </div>
  )
}
