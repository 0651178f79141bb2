import { useIntl } from "react-intl"
import type { Complaint, Withdrawal } from "../../domain/cash.ts"
import { COMPLAINT_ACKNOWLEDGED_DAYS, COMPLAINT_ANSWERED_DAYS } from "../../domain/limits.ts"
import { useConfig } from "../../runtime/hooks/use-preferences.ts"
import { useServerNow } from "../../runtime/hooks/use-quotes.ts"
import type { Removal } from "../../runtime/hooks/use-removal.ts"
import { Button } from "../../ui/Button.tsx"
import { Card } from "../../ui/Card.tsx"
import { useFormat } from "../../ui/format.ts"
import { Modal } from "../../ui/Modal.tsx"
import { Timeline, type TimelineStep } from "../../ui/Timeline.tsx"
import { useText } from "../../ui/use-text.ts"

/** By when a withdrawal is to be decided, and whether that is over; undefined where nothing is promised. */
export const usePromise = ({ atMs, reviewedAtMs }: Withdrawal) => {
  const promiseMs = useConfig()?.withdrawalPromiseMs
  const now = useServerNow()
  if (promiseMs === undefined) return undefined
  const byMs = atMs + promiseMs
  return { byMs, isBroken: (reviewedAtMs ?? now) > byMs }
}

/** Made, acknowledged and answered, each with its time or by when it is due. */
const ComplaintSteps = ({ complaint }: { readonly complaint: Complaint }) => {
  const intl = useIntl()
  const format = useFormat()
  const text = useText()
  const { number, madeAtMs, acknowledgedAtMs, answeredAtMs } = complaint
  const due = (byMs: number) =>
    intl.formatMessage({ id: "withdraw.complaint.by" }, { time: format.dateTime(byMs) })
  const steps: readonly TimelineStep[] = [
    {
      id: "made",
      title: intl.formatMessage({ id: "withdraw.complaint.number" }, { number: String(number) }),
      time: format.dateTime(madeAtMs),
      state: "done",
    },
    {
      id: "acknowledged",
      title: text("withdraw.complaint.acknowledged"),
      time: acknowledgedAtMs === null ? due(complaint.acknowledgeByMs) : format.dateTime(acknowledgedAtMs),
      state: acknowledgedAtMs === null ? "current" : "done",
    },
    {
      id: "answered",
      title: text("withdraw.complaint.answered"),
      time: answeredAtMs === null ? due(complaint.answerByMs) : format.dateTime(answeredAtMs),
      note: complaint.answer ?? undefined,
      state: answeredAtMs !== null ? "done" : acknowledgedAtMs === null ? "todo" : "current",
    },
  ]
  return (
    <Card>
      <Timeline steps={steps} />
    </Card>
  )
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
  const days = { acknowledged: COMPLAINT_ACKNOWLEDGED_DAYS, answered: COMPLAINT_ANSWERED_DAYS }
  return (
    <>
      <Button tone="secondary" wide onClick={() => complain.onAsk(withdrawal.id)}>
        {text("withdraw.complaint")}
      </Button>
      <Modal
        open={complain.id !== undefined}
        busy={complain.busy}
        title={text("withdraw.complaint.question")}
        confirmLabel={text("withdraw.complaint.send")}
        onConfirm={complain.onConfirm}
        onCancel={complain.onCancel}
      >
        {intl.formatMessage({ id: "withdraw.complaint.text" }, days)}
      </Modal>
    </>
  )
}
