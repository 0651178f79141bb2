import { useState } from "react"
import { useList } from "../../runtime/hooks/use-list.ts"
import { useGo } from "../patterns/use-go.ts"
import { usePendingRenewal } from "../patterns/use-renewal.ts"
import { useWide } from "../patterns/use-wide.ts"
import { WithdrawRecordView } from "./withdraw-record-view.tsx"

export const WithdrawRecord = () => {
  const { open, back } = useGo()
  const [chosenId, setChosenId] = useState<string>()
  const withdrawals = useList("withdrawals", {}, { refreshOn: ["withdrawal.accepted"] })
  usePendingRenewal(
    withdrawals.items.some(({ status }) => status === 0),
    withdrawals.onRefresh,
  )
  return (
    <WithdrawRecordView
      withdrawals={withdrawals}
      wide={useWide()}
      chosenId={chosenId}
      onChoose={setChosenId}
      open={open}
      onBack={back}
    />
  )
}
