import { useIntl } from "react-intl"
import type { AccountChange } from "../../domain/cash.ts"
import { Amount } from "../../ui/Amount.tsx"
import { useFormat } from "../../ui/format.ts"
import { ListRow } from "../../ui/List.tsx"
import styles from "./wallet.module.css"

/** The label of a contract's result. */
export const resultLabel = (profit: string) =>
  profit.startsWith("-") ? ("income.loss" as const) : ("income.profit" as const)

/** The headline figure: what a settled contract won or lost, else the change of the balance. */
const Value = ({ change: { amount, profit } }: { readonly change: AccountChange }) => {
  const intl = useIntl()
  if (profit === null) return <Amount value={amount} signed />
  return (
    <>
      <span className={styles.label}>{intl.formatMessage({ id: resultLabel(profit) })}</span>{" "}
      <Amount value={profit} tone="result" />
    </>
  )
}

/** The balance after the change; above it what was credited, where the headline is the result. */
const Note = ({ change: { amount, profit, balanceAfter } }: { readonly change: AccountChange }) => {
  const intl = useIntl()
  return (
    <>
      {profit === null ? null : (
        <span className={styles.line}>
          {intl.formatMessage({ id: "income.credited" })} <Amount value={amount} signed />
        </span>
      )}
      <span className={styles.line}>
        {intl.formatMessage({ id: "income.balance-after" })} <Amount value={balanceAfter} />
      </span>
    </>
  )
}

export interface AccountChangeRowProps {
  readonly change: AccountChange
  /** Shows the day too, where no heading does. */
  readonly dated?: boolean | undefined
  readonly current?: boolean | undefined
  readonly onChoose: (id: string) => void
}

/**
 * One account change: the name of its code, the remark, its figure and the balance after it. A tap
 * opens it in full.
 */
export const AccountChangeRow = ({ change, dated, current, onChoose }: AccountChangeRowProps) => {
  const intl = useIntl()
  const format = useFormat()
  return (
    <ListRow
      title={
        <span className={styles.ends}>
          <span>{intl.formatMessage({ id: `income.code.${change.code}` })}</span>
          <span>
            <Value change={change} />
          </span>
        </span>
      }
      subtitle={
        <>
          {change.remark ? <span className={styles.line}>{change.remark}</span> : null}
          <span className={styles.ends}>
            <span>{dated ? format.dateTime(change.atMs) : format.time(change.atMs)}</span>
            <span>
              <Note change={change} />
            </span>
          </span>
        </>
      }
      current={current}
      onPress={() => onChoose(change.id)}
    />
  )
}
