import { useState } from "react"
import { useIntl } from "react-intl"
import type { Deposit, DepositPayment } from "../../domain/cash.ts"
import type { QueryOf } from "../../navigation/route-queries.ts"
import { urlOf } from "../../navigation/routes.ts"
import { useList } from "../../runtime/hooks/use-list.ts"
import { usePageNavigation } from "../../runtime/hooks/use-navigation.ts"
import { useOwnImage } from "../../runtime/hooks/use-own-image.ts"
import { usePendingPolling } from "../../runtime/hooks/use-polling.ts"
import { useProblemText } from "../../runtime/hooks/use-problem.ts"
import { useQuery } from "../../runtime/hooks/use-query.ts"
import { Button, LinkButton } from "../../ui/Button.tsx"
import { Card } from "../../ui/Card.tsx"
import { glyphDeposit } from "../../ui/glyphs.ts"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { useWideLayout } from "../../ui/use-media-query.ts"
import {
  CashRecordDetail,
  CashRecordList,
  type CashRecordListProps,
  RecordSkeleton,
} from "../patterns/cash-record.tsx"
import { type Loadable, Loaded } from "../patterns/loaded.tsx"
import { RecordFilterBar, useRecordFilter } from "../patterns/record-filter.tsx"
import type { Paged } from "../patterns/record-list.tsx"
import { SubPage } from "../patterns/sub-page.tsx"
import { usePayLink } from "./payment-result.tsx"
import { wayName } from "./payment-way.ts"
import styles from "./proof-image.module.css"

const kindOf = ({ isLookedAt, isCancelled }: DepositPayment) => {
  if (isLookedAt) return "looked-at"
  return isCancelled ? "cancelled" : "payment"
}

/** One deposit with its proof, or with the link to the page on which it can still be paid. */
const DepositDetail = ({ deposit }: { readonly deposit: Deposit }) => {
  const intl = useIntl()
  const link = usePayLink(deposit)
  const { payment, proofImage } = deposit
  if (payment)
    return (
      <CashRecordDetail of={kindOf(payment)} record={{ ...deposit, network: wayName(intl, payment.way) }}>
        {link === undefined ? null : (
          <LinkButton href={link}>{intl.formatMessage({ id: "pay.open" })}</LinkButton>
        )}
      </CashRecordDetail>
    )
  return (
    <CashRecordDetail of="deposit" record={deposit}>
      {proofImage === undefined ? null : <ProofImage key={proofImage} id={proofImage} />}
    </CashRecordDetail>
  )
}

export interface RechargeRecordViewProps extends Pick<CashRecordListProps<never>, "filterBar" | "onAll"> {
  readonly deposits: Paged<Deposit>
  /** The window is wide: the chosen record is shown beside the list. */
  readonly wide: boolean
  readonly chosenId: string | undefined
  readonly onChoose: (id: string) => void
  readonly open: (url: string) => void
  readonly onBack: () => void
}

/** Deposits, newest first. A tap opens the record, in a wide window beside the list. */
export const RechargeRecordView = (props: RechargeRecordViewProps) => {
  const { deposits, wide, open } = props
  const intl = useIntl()
  const items = deposits.data ?? []
  return (
    <CashRecordList
      of="deposit"
      list={deposits}
      beside={wide ? (items.find(({ id }) => id === props.chosenId) ?? items[0]) : undefined}
      rowOf={(deposit) => {
        const href = urlOf("recharge-record", { id: deposit.id })
        return {
          glyph: glyphDeposit,
          kind: deposit.payment ? kindOf(deposit.payment) : undefined,
          address: deposit.payment ? wayName(intl, deposit.payment.way) : deposit.network,
          href,
          onPress: () => (wide ? props.onChoose(deposit.id) : open(href)),
        }
      }}
      renderDetail={(deposit) => <DepositDetail deposit={deposit} />}
      onCreate={() => open(urlOf("recharge"))}
      {...{ filterBar: props.filterBar, onAll: props.onAll }}
      onBack={props.onBack}
    />
  )
}

export interface RechargeRecordDetailViewProps {
  readonly deposit: Loadable<Deposit>
  readonly onBack: () => void
}

/** One deposit on a page of its own. */
export const RechargeRecordDetailView = ({ deposit, onBack }: RechargeRecordDetailViewProps) => {
  const intl = useIntl()
  return (
    <SubPage money width="form" title={intl.formatMessage({ id: "deposit.record.title" })} onBack={onBack}>
      <Loaded query={deposit} skeleton={<RecordSkeleton />}>
        {(known) => <DepositDetail deposit={known} />}
      </Loaded>
    </SubPage>
  )
}

const DepositPage = ({ id }: { readonly id: string }) => {
  const { back } = usePageNavigation()
  const deposit = useQuery("deposit", { id }, { refreshOn: ["member.changed"] })
  usePendingPolling(deposit.data?.status === 0, deposit.onRetry)
  return <RechargeRecordDetailView deposit={deposit} onBack={back} />
}

const DepositHistory = ({ query }: { readonly query: Omit<QueryOf<"recharge-record">, "id"> }) => {
  const { open, back } = usePageNavigation()
  const [chosenId, setChosenId] = useState<string>()
  const bar = useRecordFilter("deposits", query, (filter) => urlOf("recharge-record", filter))
  const deposits = useList("deposits", bar.filter ?? {}, {
    refreshOn: ["operation.accepted", "member.changed"],
  })
  usePendingPolling(
    deposits.items.some(({ status }) => status === 0),
    deposits.onRefresh,
  )
  return (
    <RechargeRecordView
      deposits={deposits}
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

/** One deposit if an id is given, else the list of all. */
export const RechargeRecord = ({ id, ...query }: QueryOf<"recharge-record">) =>
  id === undefined ? <DepositHistory query={query} /> : <DepositPage id={id} />

/** The member's proof of a deposit. */
const ProofImage = ({ id }: { readonly id: string }) => {
  const intl = useIntl()
  const textOf = useProblemText()
  const { data, failure, onRetry } = useOwnImage(id)
  const label = intl.formatMessage({ id: "deposit.proof" })
  return (
    <Card>
      <figure className={styles.proof}>
        <figcaption className={styles.label}>{label}</figcaption>
        {data === undefined ? null : <img src={data} alt={label} className={styles.image} />}
        {data === undefined && failure === undefined ? <Skeleton shape="block" /> : null}
        {failure === undefined ? null : (
          <div className={styles.failed} role="status">
            <p>{textOf(failure)}</p>
            {failure.reason === "upload.unknown" ? null : (
              <Button size="small" tone="secondary" onClick={onRetry}>
                {intl.formatMessage({ id: "ui.retry" })}
              </Button>
            )}
          </div>
        )}
      </figure>
    </Card>
  )
}
