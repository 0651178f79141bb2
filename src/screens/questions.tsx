import { useState } from "react"
import { useIntl } from "react-intl"
import { useOverlay } from "../actors/context/page.tsx"
import { useSession } from "../actors/context/session.ts"
import { useActor } from "../actors/context/system.tsx"
import type {
  Modal as ModalQuestion,
  Question,
  ActionSheet as SheetQuestion,
} from "../domain/events/feedback.ts"
import { ActionSheet } from "../ui/ActionSheet.tsx"
import { Field } from "../ui/Field.tsx"
import { Modal } from "../ui/Modal.tsx"

const ModalQuestionView = ({ question }: { readonly question: ModalQuestion }) => {
  const feedback = useActor("feedback")
  const [content, setContent] = useState(question.content)
  const { key, editable } = question
  const cancel = () => feedback.send({ type: "feedback.cancel", key })
  useOverlay(true, cancel)
  return (
    <Modal
      open
      title={question.title}
      tone={question.danger ? "danger" : "primary"}
      confirmColor={question.confirmColor}
      showCancel={question.showCancel}
      confirmLabel={question.confirmText}
      cancelLabel={question.cancelText}
      onCancel={cancel}
      onConfirm={() => feedback.send({ type: "feedback.confirm", key, ...(editable && { content }) })}
    >
      {editable ? (
        <Field
          autoFocus
          label={question.placeholder ?? question.title}
          hideLabel={question.placeholder === undefined}
          value={content}
          onChange={setContent}
        />
      ) : (
        question.content
      )}
    </Modal>
  )
}

const SheetQuestionView = ({ question }: { readonly question: SheetQuestion }) => {
  const feedback = useActor("feedback")
  const { key, title, items } = question
  const cancel = () => feedback.send({ type: "feedback.cancel", key })
  useOverlay(true, cancel)
  return (
    <ActionSheet
      open
      title={title}
      actions={items.map(({ danger, ...item }) => ({ ...item, tone: danger ? "danger" : "plain" }))}
      onPick={(id) => feedback.send({ type: "feedback.pick", key, id })}
      onClose={cancel}
    />
  )
}

/** Whether to log out is always asked. */
export const LogoutQuestion = () => {
  const intl = useIntl()
  const { asking, confirmLogout, cancelLogout } = useSession()
  useOverlay(asking, cancelLogout)
  return (
    <Modal
      open={asking}
      tone="danger"
      title={intl.formatMessage({ id: "my.logout.question" })}
      confirmLabel={intl.formatMessage({ id: "my.logout" })}
      onConfirm={confirmLogout}
      onCancel={cancelLogout}
    >
      {intl.formatMessage({ id: "my.logout.text" })}
    </Modal>
  )
}

/** The one question that is open. */
export const QuestionView = ({ question }: { readonly question: Question }) =>
  question.kind === "modal" ? (
    <ModalQuestionView question={question} />
  ) : (
    <SheetQuestionView question={question} />
  )
