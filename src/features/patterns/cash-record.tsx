import type { ReactNode } from "react"
import { useIntl } from "react-intl"
import type { Conversion } from "../../domain/asset-rate.ts"
import { Amount, AssetAmount } from "../../ui/Amount.tsx"
import { Status } from "../../ui/Badge.tsx"
import { Card } from "../../ui/Card.tsx"
import { type Figure, Figures } from "../../ui/Figures.tsx"
import { useFormat } from "../../ui/format.ts"
import { glyphDeposit, glyphWithdraw } from "../../ui/glyphs.ts"
import type { Glyph } from "../../ui/Icon.tsx"
import { ListRow } from "../../ui/List.tsx"
import type { MessageId } from "../../ui/message-id.ts"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { Timeline, type TimelineStep } from "../../ui/Timeline.tsx"
import { useText } from "../../ui/use-text.ts"
import { LongList } from "../../ui/VirtualList.tsx"
import styles from "./cash-record.module.css"
import { CodeValue, useCopyMenu } from "./copyable.tsx"
import { rateFigure } from "./rate.tsx"
import { type Paged, RecordList } from "./record-list.tsx"
import { SubPage } from "./sub-page.tsx"

/** Review status of the specification: 0 pending, 1 successful, 2 rejected. */
type ReviewCode = 0 | 1 | 2

/** What deposits and withdrawals have in common. */
interface CashRecord {
  readonly id: string
  readonly atMs: number
  readonly currency: string
  readonly number: string
  readonly conversion?: Conversion
  readonly network: string | null
  readonly address: string
  readonly status: ReviewCode
  readonly reviewedAtMs: number | null
  readonly reason: string | null
}

interface CashRecordTexts {
  readonly title: MessageId
  readonly empty: MessageId
  readonly create: MessageId
  /** The label of the amount in the asset. */
  readonly converted: MessageId
  readonly status: Readonly<Record<ReviewCode, MessageId>>
  readonly submitted: MessageId
  readonly submittedNote?: MessageId
  readonly inReview: MessageId
  readonly reviewed: MessageId
  readonly completed: MessageId
  readonly rejected: MessageId
  readonly returned?: MessageId
}

/**
 * `looked-at`: a payment that an operator looks at; `cancelled`: one that the member cancelled;
 * `withdraw-cancelled`: such a withdrawal.
 */
type Kind = "deposit" | "payment" | "looked-at" | "cancelled" | "withdraw" | "withdraw-cancelled"

const isWithdrawal = (kind: Kind): boolean => kind === "withdraw" || kind === "withdraw-cancelled"

const paymentTexts: CashRecordTexts = {
  title: "deposit.records.title",
  empty: "deposit.records.empty",
  create: "money.deposit",
  converted: "deposit.sent",
  status: { 0: "pay.pending", 1: "deposit.status.1", 2: "pay.fail" },
  submitted: "pay.step.started",
  inReview: "pay.step.waiting",
  reviewed: "pay.step.confirmed",
  completed: "deposit.step.credited",
  rejected: "pay.step.failed",
}

const withdrawTexts: CashRecordTexts = {
  title: "withdraw.records.title",
  empty: "withdraw.records.empty",
  create: "money.withdraw",
  converted: "withdraw.arrives-as",
  status: { 0: "withdraw.status.0", 1: "withdraw.status.1", 2: "withdraw.status.2" },
  submitted: "withdraw.step.requested",
  submittedNote: "withdraw.step.requested.note",
  inReview: "withdraw.step.review",
  reviewed: "withdraw.step.reviewed",
  completed: "withdraw.step.paid",
  rejected: "withdraw.step.rejected",
  returned: "withdraw.step.returned",
}

const texts: Readonly<Record<Kind, CashRecordTexts>> = {
  deposit: {
    title: "deposit.records.title",
    empty: "deposit.records.empty",
    create: "money.deposit",
    converted: "deposit.sent",
    status: { 0: "deposit.status.0", 1: "deposit.status.1", 2: "deposit.status.2" },
    submitted: "deposit.step.reported",
    inReview: "deposit.step.review",
    reviewed: "deposit.step.reviewed",
    completed: "deposit.step.credited",
    rejected: "deposit.step.rejected",
  },
  payment: paymentTexts,
  "looked-at": {
    ...paymentTexts,
    status: { ...paymentTexts.status, 0: "pay.looked-at" },
    inReview: "pay.step.looked-at",
  },
  cancelled: {
    ...paymentTexts,
    status: { ...paymentTexts.status, 2: "pay.cancelled" },
    rejected: "pay.cancelled",
  },
  withdraw: withdrawTexts,
  "withdraw-cancelled": {
    ...withdrawTexts,
    status: { ...withdrawTexts.status, 2: "withdraw.cancelled" },
    rejected: "withdraw.cancelled",
  },
}

const kinds = { 0: "pending", 1: "success", 2: "rejected" } as const

/** The status of a deposit or a withdrawal as text with an icon. */
const ReviewStatus = ({ of, status }: { readonly of: Kind; readonly status: ReviewCode }) => {
  const intl = useIntl()
  return <Status kind={kinds[status]}>{intl.formatMessage({ id: texts[of].status[status] })}</Status>
}

/** What a row shows besides the record's own fields. */
interface CashRecordRow {
  /** Where it is not the kind of the list. */
  readonly kind?: Kind | undefined
  readonly glyph: Glyph
  /** The destination or network, short enough for one line. */
  readonly address: string
  /** The amount received, as text; only for a withdrawal. */
  readonly received?: ReactNode | undefined
  readonly href?: string | undefined
  readonly onPress: () => void
}

interface RowProps extends CashRecordRow {
  readonly of: Kind
  readonly record: CashRecord
  readonly current: boolean
}

/** What is or was sent in the asset; nothing arrives of a rejected withdrawal. */
const conversionOf = (of: Kind, { conversion, status }: CashRecord): Conversion | undefined =>
  isWithdrawal(of) && status === 2 ? undefined : conversion

/** Destination, time, amount and status. A long press offers to copy address and number. */
const Row = ({ of, kind = of, record, current, received, address, ...row }: RowProps) => {
  const intl = useIntl()
  const format = useFormat()
  const openCopyMenu = useCopyMenu()
  const conversion = conversionOf(of, record)
  const copyable = [
    ...(record.address === ""
      ? []
      : [
          {
            id: "address",
            label: intl.formatMessage({ id: "withdraw.record.address" }),
            value: record.address,
          },
        ]),
    {
      id: "reference",
      label: intl.formatMessage({ id: "withdraw.record.reference" }),
      value: record.id,
    },
  ]
  return (
    <ListRow
      {...row}
      title={
        <span className={styles.rowHead}>
          <span>{address}</span>
          <Amount value={record.number} />
        </span>
      }
      subtitle={
        <span className={styles.below}>
          <span>
            {format.dateTime(record.atMs)} · {record.currency}
          </span>
          {received}
          {conversion ? <AssetAmount value={conversion.amount} asset={conversion.asset} /> : null}
          <ReviewStatus of={kind} status={record.status} />
        </span>
      }
      current={current}
      onHold={() => openCopyMenu(copyable)}
    />
  )
}

export interface CashRecordListProps<Item extends CashRecord> {
  readonly of: Kind
  readonly list: Paged<Item>
  /** The record shown beside the list; undefined in a narrow window. */
  readonly beside: Item | undefined
  readonly rowOf: (item: Item) => CashRecordRow
  readonly renderDetail: (item: Item) => ReactNode
  readonly filterBar: ReactNode
  /** Shows all records again; undefined where none are left out. */
  readonly onAll: (() => void) | undefined
  /** Opens the page that creates the first record. */
  readonly onCreate: () => void
  readonly onBack: () => void
}

const idOf = ({ id }: CashRecord): string => id

/** The page of all deposits or all withdrawals, newest first, with the detail beside it. */
export const CashRecordList = <Item extends CashRecord>(props: CashRecordListProps<Item>) => {
  const { of, list, beside } = props
  const intl = useIntl()
  return (
    <SubPage
      money
      title={intl.formatMessage({ id: texts[of].title })}
      onBack={props.onBack}
      refresh={list}
      aside={beside ? props.renderDetail(beside) : undefined}
    >
      {props.filterBar}
      <RecordList
        list={list}
        emptyGlyph={of === "deposit" ? glyphDeposit : glyphWithdraw}
        emptyText={intl.formatMessage({ id: props.onAll ? "filter.nothing" : texts[of].empty })}
        emptyAction={{
          label: intl.formatMessage({ id: props.onAll ? "filter.show-all" : texts[of].create }),
          onAction: props.onAll ?? props.onCreate,
        }}
      >
        {(records) => (
          <LongList
            items={records}
            keyOf={idOf}
            label={intl.formatMessage({ id: texts[of].title })}
            renderRow={(record) => (
              <Row
                key={record.id}
                of={of}
                record={record}
                current={record.id === beside?.id}
                {...props.rowOf(record)}
              />
            )}
          />
        )}
      </RecordList>
    </SubPage>
  )
}

/** What the steps say while a record waits, where it is more than the texts of its kind. */
interface WaitingSteps {
  readonly review: Partial<TimelineStep>
  readonly completed: Partial<TimelineStep>
}

/** Submitted, reviewed and completed; or submitted, rejected and, for a withdrawal, returned. */
const useReviewSteps = (
  of: Kind,
  record: CashRecord,
  waiting: WaitingSteps | undefined,
): readonly TimelineStep[] => {
  const format = useFormat()
  const text = useText()
  const { status, reviewedAtMs } = record
  const ids = texts[of]
  const time = reviewedAtMs === null ? undefined : format.dateTime(reviewedAtMs)
  const submitted: TimelineStep = {
    id: "submitted",
    title: text(ids.submitted),
    time: format.dateTime(record.atMs),
    note: ids.submittedNote && text(ids.submittedNote),
    state: "done",
  }
  if (status === 2)
    return [
      submitted,
      { id: "rejected", title: text(ids.rejected), time, note: record.reason ?? undefined, state: "failed" },
      ...(ids.returned ? [{ id: "returned", title: text(ids.returned), time, state: "done" } as const] : []),
    ]
  const isPending = status === 0
  return [
    submitted,
    {
      id: "review",
      title: text(isPending ? ids.inReview : ids.reviewed),
      time,
      state: isPending ? "current" : "done",
      ...(isPending && waiting?.review),
    },
    {
      id: "completed",
      title: text(ids.completed),
      time,
      state: isPending ? "todo" : "done",
      ...(isPending && waiting?.completed),
    },
  ]
}

export interface CashRecordDetailProps {
  readonly of: Kind
  readonly record: CashRecord
  /** Figures that only this kind of record has. */
  readonly figures?: readonly Figure[]
  /** The address is a masked card number, which is not worth copying. */
  readonly isMasked?: boolean
  readonly waiting?: WaitingSteps
  /** After the figures. */
  readonly children?: ReactNode
}

/** A deposit or withdrawal in full: amount, steps of its review and every figure. */
export const CashRecordDetail = (props: CashRecordDetailProps) => {
  const { of, record, figures = [], isMasked } = props
  const intl = useIntl()
  const format = useFormat()
  const text = useText()
  const conversion = conversionOf(of, record)
  const network = {
    id: "network",
    label: text(of === "deposit" || isWithdrawal(of) ? "withdraw.record.network" : "pay.method"),
    value: record.network,
  }
  const address = {
    id: "address",
    label: text("withdraw.record.address"),
    value: isMasked ? (
      record.address
    ) : (
      <CodeValue what={text("withdraw.record.address")} value={record.address} />
    ),
  }
  return (
    <div className={styles.detail}>
      <div className={styles.head}>
        <Amount value={record.number} size="large" />
        <ReviewStatus of={of} status={record.status} />
      </div>
      <Card>
        <Timeline steps={useReviewSteps(of, record, props.waiting)} />
      </Card>
      <Card>
        <Figures
          rows={[
            { id: "date", label: text("withdraw.record.date"), value: format.dateTime(record.atMs) },
            { id: "currency", label: text("withdraw.record.currency"), value: record.currency },
            ...figures,
            ...(conversion
              ? [
                  {
                    id: "converted",
                    label: text(texts[of].converted),
                    value: <AssetAmount value={conversion.amount} asset={conversion.asset} />,
                  },
                  {
                    ...rateFigure(intl, conversion),
                    note: format.dateTime(conversion.atMs),
                  },
                ]
              : []),
            ...(record.network === null ? [] : [network]),
            ...(record.address === "" ? [] : [address]),
            {
              id: "reference",
              label: text("withdraw.record.reference"),
              value: <CodeValue what={text("withdraw.record.reference")} value={record.id} />,
            },
          ]}
        />
      </Card>
      {props.children}
    </div>
  )
}

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
