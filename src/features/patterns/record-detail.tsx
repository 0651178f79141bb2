import { useIntl } from "react-intl"
import { Amount } from "../../ui/Amount.tsx"
import { Card } from "../../ui/Card.tsx"
import { type Figure, Figures } from "../../ui/Figures.tsx"
import { useFormat } from "../../ui/format.ts"
import { Timeline, type TimelineStep } from "../../ui/Timeline.tsx"
import { CodeValue } from "../invite/code-value.tsx"
import styles from "./record-detail.module.css"
import { ReviewStatus, type ReviewStatusProps } from "./review-status.tsx"

export interface RecordDetailProps extends ReviewStatusProps {
  readonly record: {
    readonly id: string
    readonly at_ms: number
    readonly currency: string
    readonly number: string
    readonly network: string | null
    readonly address: string
  }
  /** What happened to it so far. */
  readonly steps: readonly TimelineStep[]
  /** What only this kind of record has. */
  readonly figures?: readonly Figure[]
  /** A masked card number is of no use anywhere else. */
  readonly isMasked?: boolean
}

/** Amount, what happened to it so far, and every figure of a deposit or a withdrawal. */
export const RecordDetail = ({ of, status, record, steps, figures = [], isMasked }: RecordDetailProps) => {
  const intl = useIntl()
  const format = useFormat()
  const text = (id: string) => intl.formatMessage({ id })
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
