import { type ReactNode, useState } from "react"
import { useIntl } from "react-intl"
import type { Withdrawal } from "../../domain/cash.ts"
import { RETURNED_HOLD_HOURS } from "../../domain/limits.ts"
import type { QueryOf } from "../../navigation/route-queries.ts"
import { urlOf } from "../../navigation/routes.ts"
import { useList } from "../../runtime/hooks/use-list.ts"
import { usePageNavigation } from "../../runtime/hooks/use-navigation.ts"
import { usePendingPolling } from "../../runtime/hooks/use-polling.ts"
import { useQuery } from "../../runtime/hooks/use-query.ts"
import { type Removal, useComplaint, useWithdrawalCancel } from "../../runtime/hooks/use-removal.ts"
import { Amount } from "../../ui/Amount.tsx"
import { Button } from "../../ui/Button.tsx"
import { useFormat } from "../../ui/format.ts"
import { glyphBank, glyphQr } from "../../ui/glyphs.ts"
import { Modal } from "../../ui/Modal.tsx"
import { TextLink } from "../../ui/TextLink.tsx"
import { useWideLayout } from "../../ui/use-media-query.ts"
import { useText } from "../../ui/use-text.ts"
import {
  CashRecordDetail,
  CashRecordList,
  type CashRecordListProps,
  RecordSkeleton,
} from "../patterns/cash-record.tsx"
import { CodeValue } from "../patterns/copyable.tsx"
import { type Loadable, Loaded } from "../patterns/loaded.tsx"
import { RecordFilterBar, useRecordFilter } from "../patterns/record-filter.tsx"
import type { Paged } from "../patterns/record-list.tsx"
import { SubPage } from "../patterns/sub-page.tsx"
import { usePromise, WithdrawalComplaint } from "./complaint.tsx"
import { shortAddress } from "./withdraw-options.ts"

export interface WithdrawRecordViewProps extends Pick<CashRecordListProps<never>, "filterBar" | "onAll"> {
  readonly withdrawals: Paged<Withdrawal>
  /** The window is wide: the chosen record is shown beside the list. */
  readonly wide: boolean
  readonly chosenId: string | undefined
  readonly onChoose: (id: string) => void
  readonly open: (url: string) => void
  readonly onBack: () => void
}

/** Withdrawals, newest first. A tap opens the record, in a wide window beside the list. */
export const WithdrawRecordView = (props: WithdrawRecordViewProps) => {
  const { withdrawals, wide, open } = props
  const items = withdrawals.data ?? []
  const beside = wide ? (items.find(({ id }) => id === props.chosenId) ?? items[0]) : undefined
  return (
    <CashRecordList
      of="withdraw"
      list={withdrawals}
      beside={beside}
      rowOf={(withdrawal) => {
        const href = urlOf("withdraw-record-detail", { id: withdrawal.id })
        return {
          kind: kindOf(withdrawal),
          glyph: withdrawal.method === "bank" ? glyphBank : glyphQr,
          address: destinationText(withdrawal),
          received: <Received withdrawal={withdrawal} />,
          href,
          onPress: () => (wide ? props.onChoose(withdrawal.id) : open(href)),
        }
      }}
      renderDetail={(withdrawal) => <WithdrawalBeside withdrawal={withdrawal} open={open} />}
      onCreate={() => open(urlOf("withdraw"))}
      {...{ filterBar: props.filterBar, onAll: props.onAll }}
      onBack={props.onBack}
    />
  )
}

/** The amount received, or to be received while under review; zero after a rejection. */
const Received = ({ withdrawal }: { readonly withdrawal: Withdrawal }) => {
  const intl = useIntl()
  const value = withdrawal.status === 2 ? "0.00" : withdrawal.realNumber
  return (
    <span>
      {intl.formatMessage({ id: receivedLabels[withdrawal.status] })} <Amount value={value} />
    </span>
  )
}

const kindOf = ({ isCancelled = false }: Withdrawal) => (isCancelled ? "withdraw-cancelled" : "withdraw")

const destinationText = ({ network, address }: Withdrawal): string =>
  network === null ? address : `${network} ${shortAddress(address)}`

interface WithdrawalBesideProps {
  readonly withdrawal: Withdrawal
  readonly open: (url: string) => void
}

/** Beside the list a withdrawal in review leads to its own page, where it can be cancelled. */
const WithdrawalBeside = ({ withdrawal, open }: WithdrawalBesideProps) => {
  const text = useText()
  const url = urlOf("withdraw-record-detail", { id: withdrawal.id })
  return (
    <WithdrawalDetail withdrawal={withdrawal}>
      {withdrawal.status === 0 ? (
        <TextLink href={url} onPress={() => open(url)}>
          {text("withdraw.outcome.open")}
        </TextLink>
      ) : null}
    </WithdrawalDetail>
  )
}

export interface WithdrawRecordDetailViewProps {
  readonly withdrawal: Loadable<Withdrawal>
  readonly cancel: Removal
  readonly complain: Removal
  readonly onBack: () => void
}

/** One withdrawal on a page of its own. */
export const WithdrawRecordDetailView = (props: WithdrawRecordDetailViewProps) => {
  const { withdrawal, cancel, complain, onBack } = props
  const intl = useIntl()
  return (
    <SubPage money width="form" title={intl.formatMessage({ id: "withdraw.record.title" })} onBack={onBack}>
      <Loaded query={withdrawal} skeleton={<RecordSkeleton />}>
        {(known) => (
          <WithdrawalDetail withdrawal={known}>
            <CancelWithdrawal withdrawal={known} cancel={cancel} />
            <WithdrawalComplaint withdrawal={known} complain={complain} />
          </WithdrawalDetail>
        )}
      </Loaded>
    </SubPage>
  )
}

interface CancelWithdrawalProps {
  readonly withdrawal: Withdrawal
  readonly cancel: Removal
}

/** Offers to cancel a withdrawal that no person has taken for review. */
const CancelWithdrawal = ({ withdrawal, cancel }: CancelWithdrawalProps) => {
  const intl = useIntl()
  const format = useFormat()
  const text = useText()
  const { id, number, status, takenAtMs } = withdrawal
  if (status !== 0 || takenAtMs !== undefined) return null
  return (
    <>
      <Button tone="secondary" wide onClick={() => cancel.onAsk(id)}>
        {text("withdraw.cancel")}
      </Button>
      <Modal
        open={cancel.id !== undefined}
        tone="danger"
        busy={cancel.busy}
        title={text("withdraw.cancel.question")}
        confirmLabel={text("withdraw.cancel")}
        cancelLabel={text("withdraw.cancel.keep")}
        onConfirm={cancel.onConfirm}
        onCancel={cancel.onCancel}
      >
        {intl.formatMessage(
          { id: "withdraw.cancel.text" },
          { amount: format.amount(number), hours: RETURNED_HOLD_HOURS },
        )}
      </Modal>
    </>
  )
}

/** The label of the received amount, by status. */
const receivedLabels = {
  0: "withdraw.received",
  1: "withdraw.record.received",
  2: "withdraw.record.received",
} as const

/** Since when a withdrawal is in review, how long the last ones took, and what is promised. */
const useStages = (withdrawal: Withdrawal) => {
  const { takenAtMs, decidedIn } = withdrawal
  const intl = useIntl()
  const format = useFormat()
  const text = useText()
  const promise = usePromise(withdrawal)
  const within = (minutes: number) => format.duration(minutes * 60_000, "long")
  const usual =
    decidedIn &&
    intl.formatMessage(
      { id: "withdraw.decided-in" },
      { half: within(decidedIn.halfMinutes), most: within(decidedIn.mostMinutes) },
    )
  return {
    review: {
      title: text(takenAtMs === undefined ? "withdraw.step.waiting" : "withdraw.step.review-since"),
      time: takenAtMs === undefined ? undefined : format.dateTime(takenAtMs),
      note: usual,
    },
    completed: {
      note:
        promise &&
        intl.formatMessage(
          { id: promise.isBroken ? "withdraw.promise.broken" : "withdraw.promise.by" },
          { time: format.dateTime(promise.byMs) },
        ),
    },
  }
}

interface WithdrawalDetailProps {
  readonly withdrawal: Withdrawal
  readonly children: ReactNode
}

/** One withdrawal with every figure. */
const WithdrawalDetail = ({ withdrawal, children }: WithdrawalDetailProps) => {
  const text = useText()
  const isRejected = withdrawal.status === 2
  return (
    <CashRecordDetail
      of={kindOf(withdrawal)}
      record={withdrawal}
      isMasked={withdrawal.method === "bank"}
      waiting={useStages(withdrawal)}
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
          value: <Amount value={isRejected ? "0.00" : withdrawal.realNumber} />,
          emphasis: true,
        },
        ...(withdrawal.tag === undefined
          ? []
          : [{ id: "tag", label: text("usdt.tag"), value: withdrawal.tag }]),
        ...(withdrawal.refusalCode === undefined
          ? []
          : [{ id: "refusal-code", label: text("withdraw.refusal-code"), value: withdrawal.refusalCode }]),
        ...(withdrawal.paymentReference === undefined
          ? []
          : [
              {
                id: "payment-reference",
                label: text("withdraw.payment-reference"),
                value: (
                  <CodeValue what={text("withdraw.payment-reference")} value={withdrawal.paymentReference} />
                ),
              },
            ]),
      ]}
    >
      {children}
    </CashRecordDetail>
  )
}

export const WithdrawRecord = (query: QueryOf<"withdraw-record">) => {
  const { open, back } = usePageNavigation()
  const [chosenId, setChosenId] = useState<string>()
  const bar = useRecordFilter("withdrawals", query, (filter) => urlOf("withdraw-record", filter))
  const withdrawals = useList("withdrawals", bar.filter ?? {}, {
    refreshOn: ["operation.accepted", "member.changed"],
  })
  usePendingPolling(
    withdrawals.items.some(({ status }) => status === 0),
    withdrawals.onRefresh,
  )
  return (
    <WithdrawRecordView
      withdrawals={withdrawals}
      filterBar={<RecordFilterBar {...bar} />}
      onAll={bar.filter && (() => bar.onFilter({}))}
      wide={useWideLayout()}
      chosenId={chosenId}
      onChoose={setChosenId}
      open={open}
      onBack={back}
    />
  )
}

export const WithdrawRecordDetail = ({ id }: { readonly id: string }) => {
  const { back } = usePageNavigation()
  const withdrawal = useQuery("withdrawal", { id }, { refreshOn: ["member.changed"] })
  usePendingPolling(withdrawal.data?.status === 0, withdrawal.onRetry)
  const cancel = useWithdrawalCancel()
  const complain = useComplaint()
  return <WithdrawRecordDetailView {...{ withdrawal, cancel, complain }} onBack={back} />
}
