import { useState } from "react"
import { useList } from "../actors/context/lists.ts"
import { useOverlay } from "../actors/context/page.tsx"
import { RechargeRecordView } from "./recharge-record-view.tsx"
import { useGo } from "./use-go.ts"
import { usePendingRenewal } from "./use-renewal.ts"
import { useWide } from "./use-wide.ts"

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
