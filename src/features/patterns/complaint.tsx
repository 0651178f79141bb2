import { useIntl } from "react-intl"
import type { Complaint } from "../../domain/complaint.ts"
import { COMPLAINT_ACKNOWLEDGED_DAYS, COMPLAINT_ANSWERED_DAYS } from "../../domain/limits.ts"
import type { Removal } from "../../runtime/hooks/use-removal.ts"
import { Button } from "../../ui/Button.tsx"
import { Card } from "../../ui/Card.tsx"
import { useFormat } from "../../ui/format.ts"
import { Modal } from "../../ui/Modal.tsx"
import { Timeline, type TimelineStep } from "../../ui/Timeline.tsx"
import { useText } from "../../ui/use-text.ts"

/** Values of the texts that say how long a complaint takes. */
export const COMPLAINT_DAYS = { acknowledged: COMPLAINT_ACKNOWLEDGED_DAYS, answered: COMPLAINT_ANSWERED_DAYS }

/** Made, acknowledged and answered, each with its time or by when it is due. */
export const ComplaintSteps = ({ complaint }: { readonly complaint: Complaint }) => {
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

export interface ComplaintOfferProps {
  readonly label: string
  readonly question: string
  readonly note: string
  readonly complain: Removal
  /** Of what the complaint is about. */
  readonly id: string
}

/** Offers a complaint, and asks before it is made. */
export const ComplaintOffer = ({ label, question, note, complain, id }: ComplaintOfferProps) => {
  const text = useText()
  return (
    <>
      <Button tone="secondary" wide onClick={() => complain.onAsk(id)}>
        {label}
      </Button>
      <Modal
        open={complain.id !== undefined}
        busy={complain.busy}
        title={question}
        confirmLabel={text("withdraw.complaint.send")}
        onConfirm={complain.onConfirm}
        onCancel={complain.onCancel}
      >
        {note}
      </Modal>
    </>
  )
}
