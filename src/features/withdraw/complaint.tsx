import { useIntl } from "react-intl"
import type { Withdrawal } from "../../domain/cash.ts"
import { useConfig } from "../../runtime/hooks/use-preferences.ts"
import { useServerNow } from "../../runtime/hooks/use-quotes.ts"
import type { Removal } from "../../runtime/hooks/use-removal.ts"
import { useText } from "../../ui/use-text.ts"
import { COMPLAINT_DAYS, ComplaintOffer, ComplaintSteps } from "../patterns/complaint.tsx"

/** By when a withdrawal is to be decided, and whether that is over; undefined where nothing is promised. */
export const usePromise = ({ atMs, reviewedAtMs }: Withdrawal) => {
  const promiseMs = useConfig()?.withdrawalPromiseMs
  const now = useServerNow()
  if (promiseMs === undefined) return undefined
  const byMs = atMs + promiseMs
  return { byMs, isBroken: (reviewedAtMs ?? now) > byMs }
}

export interface WithdrawalComplaintProps {
  readonly withdrawal: Withdrawal
  readonly complain: Removal
}

/** The complaint about a withdrawal; where it is late and has none, the offer to complain. */
export const WithdrawalComplaint = ({ withdrawal, complain }: WithdrawalComplaintProps) => {
  const intl = useIntl()
  const text = useText()
  const promise = usePromise(withdrawal)
  const { complaint, isCancelled } = withdrawal
  if (complaint !== undefined) return <ComplaintSteps complaint={complaint} />
  if (promise?.isBroken !== true || isCancelled === true) return null
  return (
    <ComplaintOffer
      label={text("withdraw.complaint")}
      question={text("withdraw.complaint.question")}
      note={intl.formatMessage({ id: "withdraw.complaint.text" }, COMPLAINT_DAYS)}
      complain={complain}
      id={withdrawal.id}
    />
  )
}
