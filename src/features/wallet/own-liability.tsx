import { useIntl } from "react-intl"
import { amountOf } from "../../domain/money.ts"
import type { OwnLiability } from "../../domain/own-liability.ts"
import { useLiabilityCheck } from "../../runtime/hooks/use-liability.ts"
import { useQuery } from "../../runtime/hooks/use-query.ts"
import { Amount } from "../../ui/Amount.tsx"
import { useFormat } from "../../ui/format.ts"
import { Notice } from "../../ui/Notice.tsx"

const Checked = ({ liability }: { readonly liability: OwnLiability }) => {
  const intl = useIntl()
  const format = useFormat()
  const verdict = useLiabilityCheck(liability)
  if (verdict === null) return null
  const day = format.calendarDay(liability.day)
  if (verdict.kind === "refused")
    return <Notice tone="danger">{intl.formatMessage({ id: "liability.differs" }, { day })}</Notice>
  const { available, withdrawals, value } = verdict.figures
  return (
    <Notice tone="success">
      {intl.formatMessage({ id: "liability.counted" }, { day, members: verdict.note.size })}{" "}
      <Amount value={amountOf(available + withdrawals + value)} />
    </Notice>
  )
}

/** Whether the member is counted in what the market owed at the end of the last sealed day. */
export const OwnPart = () => {
  const { data } = useQuery("liability", {})
  return data?.own ? <Checked liability={data.own} /> : null
}
