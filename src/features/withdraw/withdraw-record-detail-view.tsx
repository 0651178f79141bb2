import { useIntl } from "react-intl"
import type { Withdrawal } from "../../domain/cash.ts"
import { Amount } from "../../ui/Amount.tsx"
import { Card } from "../../ui/Card.tsx"
import { type Format, useFormat } from "../../ui/format.ts"
import { Skeleton } from "../../ui/Skeleton.tsx"
import type { TimelineStep } from "../../ui/Timeline.tsx"
import { type Loadable, Loaded } from "../patterns/loaded.tsx"
import { RecordDetail } from "../patterns/record-detail.tsx"
import { SubPage } from "../patterns/sub-page.tsx"

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

/** One withdrawal, whole. */
export const WithdrawalDetail = ({ withdrawal }: { readonly withdrawal: Withdrawal }) => {
  const intl = useIntl()
  const format = useFormat()
  const text = (id: string) => intl.formatMessage({ id })
  const isRejected = withdrawal.status === 2
  return (
    <RecordDetail
      of="withdraw"
      status={withdrawal.status}
      record={withdrawal}
      steps={stepsOf(withdrawal, text, format)}
      isMasked={withdrawal.method === "bank"}
      figures={[
        { id: "amount", label: text("withdraw.amount"), value: <Amount value={withdrawal.number} /> },
        {
          id: "fee",
          label: text("withdraw.fee"),
          value: <Amount value={isRejected ? "0.00" : withdrawal.fee} />,
        },
        {
          id: "received",
          label: text(receivedLabels[withdrawal.status]),
          value: <Amount value={isRejected ? "0.00" : withdrawal.real_number} />,
          emphasis: true,
        },
      ]}
    />
  )
}
