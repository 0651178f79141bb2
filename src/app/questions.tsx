import { useState } from "react"
import { useIntl } from "react-intl"
import type { Modal as ModalQuestion, Question, ActionSheet as SheetQuestion } from "../events/feedback.ts"
import { useOverlay } from "../runtime/hooks/page-context.tsx"
import { useActor } from "../runtime/hooks/runtime-context.tsx"
import { useSession } from "../runtime/hooks/use-session.ts"
import { Field } from "../ui/Field.tsx"
import { Modal } from "../ui/Modal.tsx"
import { ActionSheet } from "../ui/Sheet.tsx"

export interface ModalAnswers {
  /** Gets the typed text if the question has a field. */
  readonly onConfirm: (content?: string) => void
  readonly onCancel: () => void
}

/** The modal of a question; it holds the text that is being typed. */
export const AskedModal = (props: ModalAnswers & { readonly question: ModalQuestion }) => {
  const { question, onConfirm, onCancel } = props
  const [content, setContent] = useState(question.content)
  return (
    <Modal
      open
      title={question.title}
      tone={question.danger ? "danger" : "primary"}
      confirmColor={question.confirmColor}
      cancelColor={question.cancelColor}
      showCancel={question.showCancel}
      confirmLabel={question.confirmText}
      cancelLabel={question.cancelText}
      onCancel={onCancel}
      onConfirm={() => (question.editable ? onConfirm(content) : onConfirm())}
    >
      {question.editable ? (
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

const ModalQuestionView = ({ question }: { readonly question: ModalQuestion }) => {
  const feedback = useActor("feedback")
  const { key } = question
  const cancel = () => feedback.send({ type: "feedback.cancel", key })
  useOverlay(true, cancel)
  return (
    <AskedModal
      question={question}
      onCancel={cancel}
      onConfirm={(content) =>
        feedback.send({ type: "feedback.confirm", key, ...(content !== undefined && { content }) })
      }
    />
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

/** Asks before logging out. */
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

/** The open question. */
export const QuestionView = ({ question }: { readonly question: Question }) =>
  question.kind === "modal" ? (
    <ModalQuestionView question={question} />
  ) : (
    <SheetQuestionView question={question} />
  )
