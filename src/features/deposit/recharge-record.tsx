import { useState } from "react"
import { useOverlay } from "../../runtime/hooks/page-context.tsx"
import { useList } from "../../runtime/hooks/use-list.ts"
import { useGo } from "../patterns/use-go.ts"
import { usePendingRenewal } from "../patterns/use-renewal.ts"
import { useWide } from "../patterns/use-wide.ts"
import { RechargeRecordView } from "./recharge-record-view.tsx"

export const RechargeRecord = () => {
  const { open, back } = useGo()
  const wide = useWide()
  const [chosenId, setChosenId] = useState<string>()
  useOverlay(!wide && chosenId !== undefined, () => setChosenId(undefined))
  const deposits = useList("deposits", {}, { refreshOn: ["deposit.accepted"] })
  usePendingRenewal(
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
