import { useIntl } from "react-intl"
import { type AccountChange, type RecordLink, stakeOf } from "../../domain/cash.ts"
import { urlOf } from "../../navigation/routes.ts"
import { Amount } from "../../ui/Amount.tsx"
import { Card } from "../../ui/Card.tsx"
import { type Figure, Figures } from "../../ui/Figures.tsx"
import { useFormat } from "../../ui/format.ts"
import { ListRow } from "../../ui/List.tsx"
import type { MessageId } from "../../ui/message-id.ts"
import { Sheet } from "../../ui/Sheet.tsx"
import { TextLink } from "../../ui/TextLink.tsx"
import { useText } from "../../ui/use-text.ts"
import { CodeValue } from "../patterns/copyable.tsx"
import styles from "./wallet.module.css"

/** The label of a contract's result. */
const resultLabel = (profit: string) =>
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
          <span className={styles.name}>{intl.formatMessage({ id: `income.code.${change.code}` })}</span>
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

/** The page of the record that a change belongs to. */
const recordUrl = ({ kind, id }: RecordLink): string => {
  switch (kind) {
    case "contract":
      return urlOf("hold-record", { id })
    case "deposit":
      return urlOf("recharge-record", { id })
    case "withdrawal":
      return urlOf("withdraw-record-detail", { id })
  }
}

/** How a contract's result becomes the credited amount. */
const resultRows = (text: (id: MessageId) => string, { amount, profit }: AccountChange): readonly Figure[] =>
  profit === null
    ? []
    : [
        { id: "stake", label: text("receipt.stake"), value: <Amount value={stakeOf(amount, profit)} /> },
        {
          id: "profit",
          label: text(resultLabel(profit)),
          value: <Amount value={profit} tone="result" />,
        },
      ]

interface AccountChangeDetailProps {
  readonly change: AccountChange
  readonly open: (url: string) => void
}

/** One account change in full, with a link to its contract, deposit or withdrawal. */
export const AccountChangeDetail = ({ change, open }: AccountChangeDetailProps) => {
  const format = useFormat()
  const text = useText()
  const { record } = change
  const href = record === null ? undefined : recordUrl(record)
  return (
    <div className={styles.detail}>
      <div>
        <p className={styles.label}>{text(`income.code.${change.code}`)}</p>
        {change.profit === null ? (
          <Amount value={change.amount} size="large" signed />
        ) : (
          <Amount value={change.profit} size="large" tone="result" />
        )}
        {change.remark ? <p>{change.remark}</p> : null}
      </div>
      <Card>
        <Figures
          rows={[
            ...resultRows(text, change),
            {
              id: "amount",
              label: text(change.profit === null ? "income.amount" : "income.credited"),
              value: <Amount value={change.amount} signed />,
            },
            {
              id: "balance",
              label: text("income.balance-after"),
              value: <Amount value={change.balanceAfter} />,
              emphasis: true,
            },
            { id: "date", label: text("withdraw.record.date"), value: format.instant(change.atMs) },
            {
              id: "reference",
              label: text("withdraw.record.reference"),
              value: <CodeValue what={text("withdraw.record.reference")} value={change.reference} />,
            },
          ]}
        />
      </Card>
      {record === null || href === undefined ? null : (
        <TextLink href={href} onPress={() => open(href)}>
          {text(`income.open.${record.kind}`)}
        </TextLink>
      )}
    </div>
  )
}

export interface AccountChangeSheetProps {
  /** Undefined while the sheet is closed. */
  readonly change: AccountChange | undefined
  readonly open: (url: string) => void
  readonly onClose: () => void
}

/** The detail of an account change over the list. It closes before it leads to the record. */
export const AccountChangeSheet = ({ change, open, onClose }: AccountChangeSheetProps) => {
  const intl = useIntl()
  const leave = (url: string) => {
    onClose()
    open(url)
  }
  return (
    <Sheet
      open={change !== undefined}
      onClose={onClose}
      title={intl.formatMessage({ id: "income.detail.title" })}
    >
      {change ? <AccountChangeDetail change={change} open={leave} /> : null}
    </Sheet>
  )
}
