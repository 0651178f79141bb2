import { useState } from "react"
import { useIntl } from "react-intl"
import type { Deposit } from "../../domain/cash.ts"
import { urlOf } from "../../navigation/routes.ts"
import { useOverlay } from "../../runtime/hooks/page-context.tsx"
import { useList } from "../../runtime/hooks/use-list.ts"
import { type Format, useFormat } from "../../ui/format.ts"
import { glyphDeposit } from "../../ui/glyphs.ts"
import { List } from "../../ui/List.tsx"
import type { MessageId } from "../../ui/message-id.ts"
import { Sheet } from "../../ui/Sheet.tsx"
import type { TimelineStep } from "../../ui/Timeline.tsx"
import { CashRecordDetail, CashRecordRow } from "../patterns/cash-record.tsx"
import { usePageNavigation } from "../patterns/page-navigation.ts"
import { type Paged, RecordList } from "../patterns/record-list.tsx"
import { SubPage } from "../patterns/sub-page.tsx"
import { usePendingPolling } from "../patterns/use-polling.ts"
import { useWideLayout } from "../patterns/use-wide-layout.ts"

export interface RechargeRecordViewProps {
  readonly deposits: Paged<Deposit>
  readonly wide: boolean
  readonly chosenId: string | undefined
  readonly onChoose: (id: string | undefined) => void
  readonly open: (url: string) => void
  readonly onBack: () => void
}

/** Deposits, newest first. A tap opens the record in a sheet, in a wide window beside the list. */
export const RechargeRecordView = (props: RechargeRecordViewProps) => {
  const { deposits, wide, open, onChoose } = props
  const intl = useIntl()
  const items = deposits.data ?? []
  const chosen = items.find(({ id }) => id === props.chosenId)
  const beside = wide ? (chosen ?? items[0]) : undefined
  return (
    <SubPage
      money
      title={intl.formatMessage({ id: "deposit.records.title" })}
      onBack={props.onBack}
      refresh={deposits}
      aside={beside ? <DepositDetail deposit={beside} /> : undefined}
    >
      <RecordList
        list={deposits}
        emptyText={intl.formatMessage({ id: "deposit.records.empty" })}
        emptyAction={{
          label: intl.formatMessage({ id: "money.deposit" }),
          onAction: () => open(urlOf("recharge")),
        }}
      >
        {(known) => (
          <List>
            {known.map((deposit) => (
              <CashRecordRow
                key={deposit.id}
                of="deposit"
                glyph={glyphDeposit}
                atMs={deposit.at_ms}
                currency={deposit.currency}
                amount={deposit.number}
                address={deposit.network}
                status={deposit.status}
                current={beside?.id === deposit.id}
                onPress={() => onChoose(deposit.id)}
                copyable={{ address: deposit.address, reference: deposit.id }}
              />
            ))}
          </List>
        )}
      </RecordList>
      <Sheet
        open={!wide && chosen !== undefined}
        onClose={() => onChoose(undefined)}
        title={intl.formatMessage({ id: "deposit.record.title" })}
      >
        {chosen ? <DepositDetail deposit={chosen} /> : null}
      </Sheet>
    </SubPage>
  )
}

const stepsOf = (
  deposit: Deposit,
  text: (id: MessageId) => string,
  format: Format,
): readonly TimelineStep[] => {
  const { status, reviewed_at_ms: reviewedAtMs } = deposit
  const reviewed = reviewedAtMs === null ? undefined : format.dateTime(reviewedAtMs)
  const reported: TimelineStep = {
    id: "reported",
    title: text("deposit.step.reported"),
    time: format.dateTime(deposit.at_ms),
    state: "done",
  }
  if (status === 2)
    return [
      reported,
      {
        id: "rejected",
        title: text("deposit.step.rejected"),
        time: reviewed,
        note: deposit.reason ?? undefined,
        state: "failed",
      },
    ]
  return [
    reported,
    {
      id: "review",
      title: text(status === 0 ? "deposit.step.review" : "deposit.step.reviewed"),
      time: reviewed,
      state: status === 0 ? "current" : "done",
    },
    {
      id: "credited",
      title: text("deposit.step.credited"),
      time: reviewed,
      state: status === 0 ? "todo" : "done",
    },
  ]
}

/** One deposit with every figure. */
const DepositDetail = ({ deposit }: { readonly deposit: Deposit }) => {
  const intl = useIntl()
  const format = useFormat()
  const text = (id: MessageId) => intl.formatMessage({ id })
  return (
    <CashRecordDetail
      of="deposit"
      status={deposit.status}
      record={deposit}
      steps={stepsOf(deposit, text, format)}
    />
  )
}

export const RechargeRecord = () => {
  const { open, back } = usePageNavigation()
  const wide = useWideLayout()
  const [chosenId, setChosenId] = useState<string>()
  useOverlay(!wide && chosenId !== undefined, () => setChosenId(undefined))
  const deposits = useList("deposits", {}, { refreshOn: ["deposit.accepted"] })
  usePendingPolling(
    deposits.items.some(({ status }) => status === 0),
    deposits.onRefresh,
  )
  return (
    <RechargeRecordView
      deposits={deposits}
      wide={wide}
      chosenId={chosenId}
      onChoose={setChosenId}
      open={open}
      onBack={back}
    />
  )
}
