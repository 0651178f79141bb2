import type { ReactNode } from "react"
import { useIntl } from "react-intl"
import { Amount } from "../../ui/Amount.tsx"
import { Status } from "../../ui/Badge.tsx"
import { Card } from "../../ui/Card.tsx"
import { type Figure, Figures } from "../../ui/Figures.tsx"
import { useFormat } from "../../ui/format.ts"
import type { Glyph } from "../../ui/glyphs-basic.ts"
import { ListRow } from "../../ui/List.tsx"
import type { MessageId } from "../../ui/message-id.ts"
import { Timeline, type TimelineStep } from "../../ui/Timeline.tsx"
import styles from "./cash-record.module.css"
import { CodeValue, useCopyMenu } from "./copyable.tsx"

/** Review status of the specification: 0 pending, 1 successful, 2 rejected. */
type ReviewCode = 0 | 1 | 2

const kinds = { 0: "pending", 1: "success", 2: "rejected" } as const

const texts = {
  deposit: { 0: "deposit.status.0", 1: "deposit.status.1", 2: "deposit.status.2" },
  withdraw: { 0: "withdraw.status.0", 1: "withdraw.status.1", 2: "withdraw.status.2" },
} as const

interface ReviewStatusProps {
  readonly of: "withdraw" | "deposit"
  readonly status: ReviewCode
}

/** The status of a deposit or a withdrawal as text with an icon. */
const ReviewStatus = ({ of, status }: ReviewStatusProps) => {
  const intl = useIntl()
  return <Status kind={kinds[status]}>{intl.formatMessage({ id: texts[of][status] })}</Status>
}

export interface RecordRowProps {
  readonly of: "withdraw" | "deposit"
  readonly glyph: Glyph
  readonly atMs: number
  readonly currency: string
  readonly amount: string
  /** The amount received, as text; only for a withdrawal. */
  readonly received?: ReactNode | undefined
  /** The destination or network, shortened by the caller. */
  readonly address: string
  readonly status: ReviewCode
  readonly current: boolean
  readonly href?: string | undefined
  readonly onPress: () => void
  /** The full address and the record's number, which a long press offers to copy. */
  readonly copyable: { readonly address: string; readonly reference: string }
}

/**
 * A deposit or withdrawal in a list: destination, time, amount and status. A long press offers to
 * copy its identifiers.
 */
export const CashRecordRow = (props: RecordRowProps) => {
  const intl = useIntl()
  const format = useFormat()
  const offer = useCopyMenu()
  const { copyable } = props
  const onHold = () =>
    offer([
      {
        id: "address",
        label: intl.formatMessage({ id: "withdraw.record.address" }),
        value: copyable.address,
      },
      {
        id: "reference",
        label: intl.formatMessage({ id: "withdraw.record.reference" }),
        value: copyable.reference,
      },
    ])
  return (
    <ListRow
      glyph={props.glyph}
      title={
        <span className={styles.rowHead}>
          <span>{props.address}</span>
          <Amount value={props.amount} />
        </span>
      }
      subtitle={
        <span className={styles.below}>
          <span>
            {format.dateTime(props.atMs)} · {props.currency}
          </span>
          {props.received}
          <ReviewStatus of={props.of} status={props.status} />
        </span>
      }
      current={props.current}
      href={props.href}
      onPress={props.onPress}
      onHold={onHold}
    />
  )
}

export interface RecordDetailProps extends ReviewStatusProps {
  readonly record: {
    readonly id: string
    readonly at_ms: number
    readonly currency: string
    readonly number: string
    readonly network: string | null
    readonly address: string
  }
  /** The steps of its review. */
  readonly steps: readonly TimelineStep[]
  /** Figures that only this kind of record has. */
  readonly figures?: readonly Figure[]
  /** The address is a masked card number, which is not worth copying. */
  readonly isMasked?: boolean
}

/** A deposit or withdrawal in full: amount, steps of its review and every figure. */
export const CashRecordDetail = ({
  of,
  status,
  record,
  steps,
  figures = [],
  isMasked,
}: RecordDetailProps) => {
  const intl = useIntl()
  const format = useFormat()
  const text = (id: MessageId) => intl.formatMessage({ id })
  const network = { id: "network", label: text("withdraw.record.network"), value: record.network }
  return (
    <div className={styles.detail}>
      <div className={styles.head}>
        <Amount value={record.number} size="large" />
        <ReviewStatus of={of} status={status} />
      </div>
      <Card>
        <Timeline steps={steps} />
      </Card>
      <Card>
        <Figures
          rows={[
            { id: "date", label: text("withdraw.record.date"), value: format.dateTime(record.at_ms) },
            { id: "currency", label: text("withdraw.record.currency"), value: record.currency },
            ...figures,
            ...(record.network === null ? [] : [network]),
            {
              id: "address",
              label: text("withdraw.record.address"),
              value: isMasked ? (
                record.address
              ) : (
                <CodeValue what={text("withdraw.record.address")} value={record.address} />
              ),
            },
            {
              id: "reference",
              label: text("withdraw.record.reference"),
              value: <CodeValue what={text("withdraw.record.reference")} value={record.id} />,
            },
          ]}
        />
      </Card>
    </div>
  )
}
