import { useIntl } from "react-intl"
import type { Withdrawal } from "../../domain/cash.ts"
import { urlOf } from "../../navigation/routes.ts"
import { Amount } from "../../ui/Amount.tsx"
import { glyphBank, glyphQr } from "../../ui/glyphs.ts"
import { List } from "../../ui/List.tsx"
import { type Paged, RecordList } from "../patterns/record-list.tsx"
import { RecordRow } from "../patterns/record-row.tsx"
import { SubPage } from "../patterns/sub-page.tsx"
import { shortAddress } from "./withdraw-options.ts"
import { receivedLabels, WithdrawalDetail } from "./withdraw-record-detail-view.tsx"

export interface WithdrawRecordViewProps {
  readonly withdrawals: Paged<Withdrawal>
  /** There is room beside the list: the record chosen is shown there. */
  readonly wide: boolean
  readonly chosenId: string | undefined
  readonly onChoose: (id: string) => void
  readonly open: (url: string) => void
  readonly onBack: () => void
}

/** Withdrawals, newest first; a tap opens the record, beside the list where there is room. */
export const WithdrawRecordView = (props: WithdrawRecordViewProps) => {
  const { withdrawals, wide, open } = props
  const intl = useIntl()
  const items = withdrawals.data ?? []
  const shown = wide ? (items.find(({ id }) => id === props.chosenId) ?? items[0]) : undefined
  return (
    <SubPage
      money
      title={intl.formatMessage({ id: "withdraw.records.title" })}
      onBack={props.onBack}
      refresh={withdrawals}
      aside={shown ? <WithdrawalDetail withdrawal={shown} /> : undefined}
    >
      <RecordList
        list={withdrawals}
        emptyText={intl.formatMessage({ id: "withdraw.records.empty" })}
        emptyAction={{
          label: intl.formatMessage({ id: "money.withdraw" }),
          onAction: () => open(urlOf("withdraw")),
        }}
      >
        {(known) => (
          <List>
            {known.map((withdrawal) => {
              const url = urlOf("withdraw-record-detail", { id: withdrawal.id })
              return (
                <RecordRow
                  key={withdrawal.id}
                  of="withdraw"
                  glyph={withdrawal.method === "bank" ? glyphBank : glyphQr}
                  atMs={withdrawal.at_ms}
                  currency={withdrawal.currency}
                  amount={withdrawal.number}
                  received={<Received withdrawal={withdrawal} />}
                  address={placeOf(withdrawal)}
                  status={withdrawal.status}
                  current={shown?.id === withdrawal.id}
                  href={url}
                  onPress={() => (wide ? props.onChoose(withdrawal.id) : open(url))}
                  copyable={{ address: withdrawal.address, reference: withdrawal.id }}
                />
              )
            })}
          </List>
        )}
      </RecordList>
    </SubPage>
  )
}

/** What arrived; what will arrive while it is under review; nothing once it was rejected. */
const Received = ({ withdrawal }: { readonly withdrawal: Withdrawal }) => {
  const intl = useIntl()
  const value = withdrawal.status === 2 ? "0.00" : withdrawal.real_number
  return (
    <span>
      {intl.formatMessage({ id: receivedLabels[withdrawal.status] })} <Amount value={value} />
    </span>
  )
}

const placeOf = ({ network, address }: Withdrawal): string =>
  network === null ? address : `${network} ${shortAddress(address)}`
