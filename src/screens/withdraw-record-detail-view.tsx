import { useIntl } from "react-intl"
import type { Withdrawal } from "../domain/cash.ts"
import { Amount } from "../ui/Amount.tsx"
import { Card } from "../ui/Card.tsx"
import { Figures } from "../ui/Figures.tsx"
import { type Format, useFormat } from "../ui/format.ts"
import { Skeleton } from "../ui/Skeleton.tsx"
import { Timeline, type TimelineStep } from "../ui/Timeline.tsx"
import { CodeValue } from "./code-value.tsx"
import { type Loadable, Loaded } from "./loaded.tsx"
import styles from "./record-detail.module.css"
import { ReviewStatus } from "./review-status.tsx"
import { SubPage } from "./sub-page.tsx"

export interface WithdrawRecordDetailViewProps {
  readonly withdrawal: Loadable<Withdrawal>
  readonly onBack: () => void
}

/** One withdrawal on a page of its own. */
export const WithdrawRecordDetailView = ({ withdrawal, onBack }: WithdrawRecordDetailViewProps) => {
  const intl = useIntl()
  return (
    <SubPage money width="form" title={intl.formatMessage({ id: "withdraw.record.title" })} onBack={onBack}>
      <Loaded query={withdrawal} skeleton={<RecordSkeleton />}>
        {(known) => <WithdrawalDetail withdrawal={known} />}
      </Loaded>
    </SubPage>
  )
}

/** The shape of a record while it is on its way. */
export const RecordSkeleton = () => (
  <>
    <Skeleton shape="hero" />
    <Card>
      <Skeleton count={4} />
    </Card>
    <Card>
      <Skeleton count={5} />
    </Card>
  </>
)

const stepsOf = (
  withdrawal: Withdrawal,
  text: (id: string) => string,
  format: Format,
): readonly TimelineStep[] => {
  const { status, reviewed_at_ms: reviewedAtMs } = withdrawal
  const reviewed = reviewedAtMs === null ? undefined : format.dateTime(reviewedAtMs)
  const requested: TimelineStep = {
    id: "requested",
    title: text("withdraw.step.requested"),
    time: format.dateTime(withdrawal.at_ms),
    note: text("withdraw.step.requested.note"),
    state: "done",
  }
  if (status === 2)
    return [
      requested,
      {
        id: "rejected",
        title: text("withdraw.step.rejected"),
        time: reviewed,
        note: withdrawal.reason ?? undefined,
        state: "failed",
      },
      { id: "returned", title: text("withdraw.step.returned"), time: reviewed, state: "done" },
    ]
  return [
    requested,
    {
      id: "review",
      title: text(status === 0 ? "withdraw.step.review" : "withdraw.step.reviewed"),
      time: reviewed,
      state: status === 0 ? "current" : "done",
    },
    { id: "paid", title: text("withdraw.step.paid"), time: reviewed, state: status === 0 ? "todo" : "done" },
  ]
}

/** What the received amount is called while under review, once paid, and once rejected. */
export const receivedLabels = {
  0: "withdraw.received",
  1: "withdraw.record.received",
  2: "withdraw.record.received",
} as const

/** Amount, what happened to it so far, and every figure of the record. */
export const WithdrawalDetail = ({ withdrawal }: { readonly withdrawal: Withdrawal }) => {
  const intl = useIntl()
  const format = useFormat()
  const text = (id: string) => intl.formatMessage({ id })
  return (
    <div className={styles.detail}>
      <div className={styles.head}>
        <Amount value={withdrawal.number} size="large" />
        <ReviewStatus of="withdraw" status={withdrawal.status} />
      </div>
      <Card>
        <Timeline steps={stepsOf(withdrawal, text, format)} />
      </Card>
      <Card>
        <Figures
          rows={[
            { id: "date", label: text("withdraw.record.date"), value: format.dateTime(withdrawal.at_ms) },
            { id: "currency", label: text("withdraw.record.currency"), value: withdrawal.currency },
            { id: "amount", label: text("withdraw.amount"), value: <Amount value={withdrawal.number} /> },
            {
              id: "fee",
              label: text("withdraw.fee"),
              value: <Amount value={withdrawal.status === 2 ? "0.00" : withdrawal.fee} />,
            },
            {
              id: "received",
              label: text(receivedLabels[withdrawal.status]),
              value: <Amount value={withdrawal.status === 2 ? "0.00" : withdrawal.real_number} />,
              emphasis: true,
            },
            ...(withdrawal.network === null
              ? []
              : [{ id: "network", label: text("withdraw.record.network"), value: withdrawal.network }]),
            {
              id: "address",
              label: text("withdraw.record.address"),
              // a masked card number is of no use anywhere else
              value:
                withdrawal.method === "bank" ? (
                  withdrawal.address
                ) : (
                  <CodeValue what={text("withdraw.record.address")} value={withdrawal.address} />
                ),
            },
            {
              id: "reference",
              label: text("withdraw.record.reference"),
              value: <CodeValue what={text("withdraw.record.reference")} value={withdrawal.id} />,
            },
          ]}
        />
      </Card>
    </div>
  )
}
