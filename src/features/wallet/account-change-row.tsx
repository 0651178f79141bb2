import { useIntl } from "react-intl"
import type { AccountChange } from "../../domain/cash.ts"
import { Amount } from "../../ui/Amount.tsx"
import { useFormat } from "../../ui/format.ts"
import { ListRow } from "../../ui/List.tsx"
import styles from "./wallet.module.css"

export interface AccountChangeRowProps {
  readonly change: AccountChange
  /** Shows the day too, where no heading does. */
  readonly dated?: boolean | undefined
}

/**
 * One account change: the name of its code, the remark, the signed amount and the balance after it.
 */
export const AccountChangeRow = ({ change, dated }: AccountChangeRowProps) => {
  const intl = useIntl()
  const format = useFormat()
  const balance = intl.formatMessage({ id: "income.balance-after" })
  return (
    <ListRow
      title={intl.formatMessage({ id: `income.code.${change.code}` })}
      subtitle={
        <>
          {change.remark ? <span className={styles.line}>{change.remark}</span> : null}
          <span className={styles.line}>
            {dated ? format.dateTime(change.at_ms) : format.time(change.at_ms)}
          </span>
        </>
      }
      value={<Amount value={change.amount} signed />}
      note={
        <>
          {balance} <Amount value={change.balance_after} />
        </>
      }
    />
  )
}
