import { useState } from "react"
import { useIntl } from "react-intl"
import type { Deposit } from "../../domain/cash.ts"
import { urlOf } from "../../navigation/routes.ts"
import { useOverlay } from "../../runtime/hooks/page-context.tsx"
import { useList } from "../../runtime/hooks/use-list.ts"
import { glyphDeposit } from "../../ui/glyphs.ts"
import { Sheet } from "../../ui/Sheet.tsx"
import { CashRecordDetail, CashRecordList } from "../patterns/cash-record.tsx"
import { usePageNavigation } from "../patterns/page-navigation.ts"
import type { Paged } from "../patterns/record-list.tsx"
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
  const { deposits, wide, onChoose } = props
  const intl = useIntl()
  const items = deposits.data ?? []
  const chosen = items.find(({ id }) => id === props.chosenId)
  return (
    <CashRecordList
      of="deposit"
      list={deposits}
      beside={wide ? (chosen ?? items[0]) : undefined}
      rowOf={(deposit) => ({
        glyph: glyphDeposit,
        address: deposit.network,
        onPress: () => onChoose(deposit.id),
      })}
      renderDetail={(deposit) => <CashRecordDetail of="deposit" record={deposit} />}
      onCreate={() => props.open(urlOf("recharge"))}
      onBack={props.onBack}
    >
      <Sheet
        open={!wide && chosen !== undefined}
        onClose={() => onChoose(undefined)}
        title={intl.formatMessage({ id: "deposit.record.title" })}
      >
        {chosen ? <CashRecordDetail of="deposit" record={chosen} /> : null}
      </Sheet>
    </CashRecordList>
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
