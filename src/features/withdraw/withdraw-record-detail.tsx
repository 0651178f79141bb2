import { useQuery } from "../../runtime/hooks/use-query.ts"
import { useGo } from "../patterns/use-go.ts"
import { usePendingRenewal } from "../patterns/use-renewal.ts"
import { WithdrawRecordDetailView } from "./withdraw-record-detail-view.tsx"

export const WithdrawRecordDetail = ({ id }: { readonly id: string }) => {
  const { back } = useGo()
  const withdrawal = useQuery("withdrawal", { id })
  usePendingRenewal(withdrawal.data?.status === 0, withdrawal.onRetry)
  return <WithdrawRecordDetailView withdrawal={withdrawal} onBack={back} />
}
